import CycleMessages
import JSON
import Router
import Wire

/// The stack, as ``Router`` writes it, and the data stores.
struct CycleRouterSnapshot: JSONCodable {
    let router: [UInt8]
    let stores: [String: DataStoreOutput.DidChange]

    init(router: Router, stores: [String: DataStoreOutput.DidChange]) {
        self.router = router.snapshot() ?? Array("{}".utf8)
        self.stores = stores
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        var router: [UInt8]?
        var stores: [String: DataStoreOutput.DidChange]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "router" where router == nil: router = reader.bytes(try reader.skipValue())
            case "stores" where stores == nil: stores = try reader.read()
            default: try reader.skipValue()
            }
        }
        guard let router else { throw .missing("router", at: object) }
        guard let stores else { throw .missing("stores", at: object) }
        self.router = router
        self.stores = stores
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("router")
        writer.json(router)
        writer.member("stores", stores)
        writer.endObject()
    }
}
