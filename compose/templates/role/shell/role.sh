# shellcheck shell=sh
# my-application: replaces viperline-fetcher, with apps of its own and without a network. Needs jq.
exec jq --unbuffered --compact-output --slurpfile apps apps.json '
    . as $request
    | if .type == "interactor.input.search" then
        [$apps[0][] | select(.name | ascii_downcase | contains($request.data.term // "" | ascii_downcase))]
      elif .type == "interactor.input.lookup" then [$apps[0][] | select(.id == $request.data.id)]
      else empty end
    | {type: "interactor.output.found", subject: $request.subject, causationid: $request.id,
       correlationid: ($request.correlationid // $request.id),
       data: {source: $request.data.source, items: .}}
    | with_entries(select(.value))'
