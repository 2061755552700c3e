extension String {
    /// "app" becomes "App".
    package var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }

    /// "app" becomes "an app".
    package var withArticle: String { (first.map { "aeiou".contains($0) } == true ? "an " : "a ") + self }
}
