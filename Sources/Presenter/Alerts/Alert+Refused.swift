import ViewMessages
import Wire

extension Alert {
    static func tooLarge(_ line: ProcessInput.Refused) -> Alert {
        .notice(
            "Too much for one screen",
            "This screen has \(Quantity.text(line.bytes, "byte", "bytes")); at most \(Quantity.grouped(line.limit)) can be "
                + "shown (line_limit in the compose file). What is beyond that is left out.")
    }

    static func notTold(_ line: ProcessInput.Refused) -> Alert {
        .notice(
            "This could not be done",
            "The request \(line.type) has \(Quantity.text(line.bytes, "byte", "bytes")); at most "
                + "\(Quantity.grouped(line.limit)) can be sent (line_limit in the compose file).")
    }
}
