#!/usr/bin/awk -f
# A fetcher in awk: one task. It reads only what it needs of a line.
function member(name, text) {
    if (!match(text = text == "" ? $0 : text, "\"" name "\":\"[^\"]*\"")) return ""
    return substr(text, RSTART + length(name) + 4, RLENGTH - length(name) - 5)
}
member("type") ~ /^interactor\.input\.(search|lookup)$/ {
    items = member("type") ~ /search$/ || $0 ~ /"id":"only"/ ? "{\"id\":\"only\",\"name\":\"the task\"}" : ""
    chain = member("correlationid") != "" ? member("correlationid") : member("id")
    print "{\"type\":\"interactor.output.found\"" (chain == "" ? "" : ",\"correlationid\":\"" chain "\"") \
        (member("subject") == "" ? "" : ",\"subject\":\"" member("subject") "\"") \
        ",\"data\":{\"source\":\"" member("source", substr($0, index($0, "\"data\":"))) "\",\"items\":[" items "]}}"
    fflush()
}
