// Written by scripts/generate from the declarations of this target.

import JSON
import RPCMessages

extension Handshake.Answer {
    init(from reader: inout JSONReader) throws(JSONError) {
        var protocolVersion: JSONBytes?
        var supportedVersions: JSONBytes?
        var serverInfo: JSONBytes?
        var agentInfo: JSONBytes?
        var capabilities: JSONBytes?
        var agentCapabilities: JSONBytes?
        var instructions: JSONBytes?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "protocolVersion" where protocolVersion == nil:
                protocolVersion = try reader.readIfPresent(JSONBytes.self)
            case "supportedVersions" where supportedVersions == nil:
                supportedVersions = try reader.readIfPresent(JSONBytes.self)
            case "serverInfo" where serverInfo == nil: serverInfo = try reader.readIfPresent(JSONBytes.self)
            case "agentInfo" where agentInfo == nil: agentInfo = try reader.readIfPresent(JSONBytes.self)
            case "capabilities" where capabilities == nil: capabilities = try reader.readIfPresent(JSONBytes.self)
            case "agentCapabilities" where agentCapabilities == nil:
                agentCapabilities = try reader.readIfPresent(JSONBytes.self)
            case "instructions" where instructions == nil: instructions = try reader.readIfPresent(JSONBytes.self)
            default: try reader.skipValue()
            }
        }
        self.protocolVersion = protocolVersion
        self.supportedVersions = supportedVersions
        self.serverInfo = serverInfo
        self.agentInfo = agentInfo
        self.capabilities = capabilities
        self.agentCapabilities = agentCapabilities
        self.instructions = instructions
    }
}

extension Handshake.Supported {
    init(from reader: inout JSONReader) throws(JSONError) {
        var supported: [String]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "supported" where supported == nil: supported = try reader.readIfPresent([String].self)
            default: try reader.skipValue()
            }
        }
        self.supported = supported
    }
}

extension RecordedFrame.Batch {
    init(from reader: inout JSONReader) throws(JSONError) {
        var batch: JSONBytes?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "batch" where batch == nil: batch = try reader.read(JSONBytes.self)
            default: try reader.skipValue()
            }
        }
        guard let batch else { throw .missing("batch", at: object) }
        self.batch = batch
    }
}

extension RecordedFrame.Noise {
    init(from reader: inout JSONReader) throws(JSONError) {
        var text: String?
        var base64: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "text" where text == nil: text = try reader.readIfPresent(String.self)
            case "base64" where base64 == nil: base64 = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.text = text
        self.base64 = base64
    }
}
