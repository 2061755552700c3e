#!/usr/bin/awk -f
# A presenter in awk, from protocols/roles.md: each scene searches the items of a fetcher. It passes texts on as they are in JSON.
function member(name) {
    if (!match($0, "\"" name "\":\"([^\"\\\\]|\\\\.)*\"")) return ""
    return substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 5)
}
function write(type, scene, data) {
    print "{\"type\":\"" type "\",\"subject\":\"" scene "\"" (chain == "" ? "" : ",\"correlationid\":\"" chain "\"") ",\"data\":" data "}"
    fflush()
}
function show(scene, more) {
    write("view.input.show", scene, "{\"screen\":{\"title\":\"Items\",\"prompt\":{\"placeholder\":\"Search\",\"text\":\"" query[scene] "\"}," \
        more "\"parts\":[{\"list\":{\"rows\":[" rows[scene] "],\"empty\":\"Nothing found\"}}]}}")
}
{
    type = member("type"); scene = member("subject")
    chain = member("correlationid"); if (chain == "") chain = member("id")
}
type == "router.output.didNavigate" {
    split("", present); top = ""
    while (match($0, /"scene":"[^"]*"/)) {
        top = substr($0, RSTART + 9, RLENGTH - 10); present[top] = 1
        $0 = substr($0, RSTART + RLENGTH)
        if (!(top in begun)) { begun[top] = 1; show(top) }
    }
}
type ~ /^view\.output\./ && top != "" {
    if (!(scene in present)) { show(top); next }
    if (type == "view.output.didGoBack") { write("router.input.back", scene, "{}"); next }
    if (type != "view.output.didSearch" || (query[scene] = member("query")) == "") { show(scene); next }
    waiting[scene] = chain
    write("interactor.input.search", scene, "{\"source\":\"itunes.apps\",\"term\":\"" query[scene] "\"}")
    show(scene, "\"activity\":\"Searching\",")
}
type ~ /^interactor\.output\.(found|failed)$/ && scene in present && waiting[scene] == chain {
    delete waiting[scene]; rows[scene] = ""; message = member("message")
    while (type ~ /found$/ && match($0, /\{"id":"[^"]*","name":"([^"\\]|\\.)*"/)) {
        row = substr($0, RSTART, RLENGTH) "}"; sub(/,"name":/, ",\"title\":", row)
        rows[scene] = rows[scene] (rows[scene] == "" ? "" : ",") row; $0 = substr($0, RSTART + RLENGTH)
    }
    show(scene, type ~ /failed$/ ? "\"alert\":{\"title\":\"The search failed\",\"message\":\"" message "\",\"failure\":true,\"buttons\":[{\"control\":\"close\",\"title\":\"Close\"}]}," : "")
}
