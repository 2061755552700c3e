#!/bin/sh
# Stands in for viperline-fetcher: a few apps of its own, and no network. Needs jq.
exec jq --unbuffered --compact-output '
    [ {id: "1", name: "Paper Tuner", company: "Stand-In Ltd", rating: 4.5},
      {id: "2", name: "Paper Piano", version: "1.2", releaseNotes: "Softer keys."},
      {id: "3", name: "Paper Drums", screenshots: ["https://apps.example/3/1.png"]}
    ] as $apps
    | . as $request
    | if .type == "interactor.input.search" then $apps
      elif .type == "interactor.input.lookup" then [$apps[] | select(.id == $request.data.id)]
      else empty end
    | {type: "interactor.output.found", subject: $request.subject,
       correlationid: ($request.correlationid // $request.id),
       data: {source: $request.data.source, items: .}}
    | with_entries(select(.value))'
