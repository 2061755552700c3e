import ArgumentParser
package import NATSBridge

extension SessionName: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension StreamConfig.Storage: ExpressibleByArgument {}
