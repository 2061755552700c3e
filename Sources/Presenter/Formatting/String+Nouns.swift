extension String {
    /// "app" becomes "App".
    var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }

    /// "app" becomes "an app".
    var withArticle: String { (first.map { "aeiou".contains($0) } == true ? "an " : "a ") + self }
}
