# shellcheck shell=bash
# my-application: searches items, shows one, opens its page. Needs jq.
. ./viperline.sh

on_open_home() { on_search ""; }

on_search() {
    jq --arg term "$1" '
        map(select(.title | ascii_downcase | contains($term | ascii_downcase)) | {id, title, accessory: .kind})
        | {title: "my-application", rows: ., prompt: "Search"}' items.json | show
}

on_select() { open item "$1"; }

on_open_item() {
    jq --arg id "$1" '
        .[] | select(.id == $id) | {title, text, parts: [{button: {control: .url, title: "Open its page", key: "o"}}]}
        ' items.json | show
}

on_press() { open "$1"; }

run
