package import ViewMessages

extension Part {
    /// The part with its pictures replaced.
    package func replacingPictures(_ replacement: (Picture) -> Picture) -> Part {
        switch self {
        case .picture(let picture): .picture(replacement(picture))
        case .pager(let pager):
            .pager(Pager(position: pager.position, count: pager.count, page: replacement(pager.page)))
        default: self
        }
    }
}
