extension Answer {
    /// What is left of a good answer. A truncated one stays whole here: it breaks off on its way out.
    func damaged(by damage: Fault.Kind?) -> Answer {
        switch damage {
        case .rateLimited:
            Answer(status: 403, headers: ["cache-control": "no-cache, no-store"], body: [])
        case .serverError:
            Answer(
                status: 500, headers: ["content-type": "text/html"],
                body: Array("<html><body><h1>Internal Server Error</h1></body></html>\n".utf8))
        case .garbage:
            Answer(
                status: 200, headers: headers,
                body: Array("\n\n\n<!DOCTYPE html>\n<title>We will be back soon</title>\n{\"resultCount\":".utf8))
        case .tooManyRequests:
            Answer(
                status: 429, headers: ["content-type": "application/json; charset=utf-8", "retry-after": "30"],
                body: Array("{\"message\":\"Too many requests.\"}".utf8))
        case .gitHubRateLimited:
            GitHubAnswers.rateLimited.limited(like: self, remaining: 0)
        case .gitHubSecondaryLimit:
            GitHubAnswers.secondaryLimit.limited(like: self, remaining: 14)
        case .youTubeQuota: YouTubeAnswers.quotaExceeded
        case .slow, .truncated, nil: self
        }
    }

    /// With the limits that another answer tells of, but for how many requests remain.
    private func limited(like other: Answer, remaining: Int) -> Answer {
        var answer = self
        answer.headers.merge(other.headers.filter { $0.key.hasPrefix("x-ratelimit-") }) { $1 }
        answer.headers["x-ratelimit-remaining"] = "\(remaining)"
        answer.headers["x-ratelimit-used"] = "\(RateWindow.limit - remaining)"
        return answer
    }
}
