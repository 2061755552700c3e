extension Software {
    /// The members of a result, named and shaped as in the real store; missing ones are left out.
    var members: JSONValue.Members {
        var members: JSONValue.Members = [
            ("isGameCenterEnabled", .boolean(genre == .games)),
            ("features", .strings(iPadScreenshots > 0 ? ["iosUniversal"] : [])),
            ("screenshotUrls", .strings(pictures("screenshot", screenshots))),
            ("ipadScreenshotUrls", .strings(pictures("ipad", iPadScreenshots))),
            ("artworkUrl60", .string(picture("artwork-60"))),
            ("artworkUrl512", .string(picture("artwork-512"))),
            ("artworkUrl100", .string(picture("artwork-100"))),
            ("artistViewUrl", .string("https://apps.example/developer/\(Slug.make(company))/id\(companyID)")),
            ("kind", .string("software")),
            ("trackId", .integer(id)),
            ("trackName", .string(name)),
            ("trackCensoredName", .string(name)),
            ("releaseDate", .string(releaseDate)),
            ("currentVersionReleaseDate", .string(versionDate)),
            ("version", .string(version)),
            ("primaryGenreName", .string(genre.name)),
            ("primaryGenreId", .integer(genre.rawValue)),
            ("genreIds", .strings([String(genre.rawValue)])),
            ("genres", .strings([genre.name])),
            ("isVppDeviceBasedLicensingEnabled", .boolean(true)),
            ("minimumOsVersion", .string(minimumSystem)),
            ("languageCodesISO2A", .strings(languages)),
            ("fileSizeBytes", .string(String(size))),
            ("contentAdvisoryRating", .string(age)),
            ("trackContentRating", .string(age)),
            ("trackViewUrl", .string("https://apps.example/app/\(Slug.make(name))/id\(id)")),
            ("description", .string(description)),
            ("artistId", .integer(companyID)),
            ("artistName", .string(company)),
            ("sellerName", .string(company)),
            ("bundleId", .string("example.app\(companyID).app\(id)")),
            ("currency", .string("USD")),
            ("wrapperType", .string("software")),
        ]
        if let price {
            members += [("price", .number(price.amount)), ("formattedPrice", .string(price.formatted))]
        }
        if let rating {
            members += [
                ("averageUserRating", .number(rating.average)),
                ("averageUserRatingForCurrentVersion", .number(rating.average)),
                ("userRatingCount", .integer(rating.count)),
                ("userRatingCountForCurrentVersion", .integer(rating.count)),
            ]
        }
        if let releaseNotes { members.append(("releaseNotes", .string(releaseNotes))) }
        if let companySite { members.append(("sellerUrl", .string(companySite))) }
        return members
    }

    private func picture(_ file: String) -> String {
        "\(CatalogHost.url)/pictures/\(id)/\(file).png"
    }

    private func pictures(_ kind: String, _ count: Int) -> [String] {
        (0..<count).map { picture("\(kind)-\($0 + 1)") }
    }
}
