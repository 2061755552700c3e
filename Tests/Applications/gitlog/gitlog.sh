#!/bin/sh
# The history of the Git repository in this folder, with previews: viperline app -- ./gitlog.sh
case "$1" in
highlight | select)
    git show --stat --patch "$2" -- | head -c 200000 | jq -Rs '{title: "Commit", parts: [{text: {body: ., format: "code"}}]}'
    exit ;;
press)
    [ "$2" = checkout ] || exec jq -n --arg hash "$3" '{copy: $hash, notice: "Copied \($hash)"}'
    git checkout --quiet --detach "$3" -- && echo "Checked out $3"
    exit ;;
esac
log=$(git log -n 1000 ${2:+-i -F "--grep=$2"} --format='%H%x1f%h  %as%x1f%an%x1f%s' --) || exit
printf %s "$log" | jq -Rn '{title: "History", prompt: "Search the messages", highlight: true, keys: [
    {control: "checkout", title: "Check out", key: "c", row: true, confirm: {title: "Check out this commit?"}},
    {control: "copy", title: "Copy the hash", key: "h", row: true}],
  rows: [inputs / "\u001f" | {id: .[0], accessory: .[1], subtitle: .[2], title: .[3]}]}'
