import JSON

/// Fields that are filled in and submitted together.
package struct Form: JSONCodable, Equatable, Sendable {
    /// What `didSubmit` and `didChange` report.
    package var id: String
    package var heading: String?
    package var fields: [FormField]
    /// The button below the fields; "Submit" by default.
    package var submit: String?

    package init(id: String, heading: String? = nil, fields: [FormField], submit: String? = nil) {
        self.id = id
        self.heading = heading
        self.fields = fields
        self.submit = submit
    }
}
