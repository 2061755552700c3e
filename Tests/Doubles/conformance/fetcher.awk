#!/usr/bin/awk -f
# A fetcher in awk: one task. It reads only what it needs of a line.
function member(name,    found) {
    if (!match($0, "\"" name "\":\"[^\"]*\"")) return ""
    return substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 5)
}
member("type") ~ /^interactor\.input\.(search|lookup)$/ {
    items = member("type") ~ /search$/ || $0 ~ /"id":"only"/ ? "{\"id\":\"only\",\"name\":\"the task\"}" : ""
    chain = member("correlationid") != "" ? member("correlationid") : member("id")
    print "{\"type\":\"interactor.output.found\"" (chain == "" ? "" : ",\"correlationid\":\"" chain "\"") \
        (member("subject") == "" ? "" : ",\"subject\":\"" member("subject") "\"") \
        ",\"data\":{\"source\":\"" member("source") "\",\"items\":[" items "]}}"
    fflush()
}
