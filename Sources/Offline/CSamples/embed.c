// Written by scripts/generate from the folders of the catalog.

#include "CSamples.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char any_api_yaml[] = {
#embed "../Catalog/Answers/any/api.yaml"
};
static const unsigned char covers_api_yaml[] = {
#embed "../Catalog/Answers/covers/api.yaml"
};
static const unsigned char crates_api_yaml[] = {
#embed "../Catalog/Answers/crates/api.yaml"
};
static const unsigned char crates_crates_ndjson[] = {
#embed "../Catalog/Answers/crates/crates.ndjson"
};
static const unsigned char crates_whole_ndjson[] = {
#embed "../Catalog/Answers/crates/whole.ndjson"
};
static const unsigned char github_api_yaml[] = {
#embed "../Catalog/Answers/github/api.yaml"
};
static const unsigned char github_issues_ndjson[] = {
#embed "../Catalog/Answers/github/issues.ndjson"
};
static const unsigned char github_popular_ndjson[] = {
#embed "../Catalog/Answers/github/popular.ndjson"
};
static const unsigned char github_repositories_ndjson[] = {
#embed "../Catalog/Answers/github/repositories.ndjson"
};
static const unsigned char hackernews_api_yaml[] = {
#embed "../Catalog/Answers/hackernews/api.yaml"
};
static const unsigned char hackernews_items_ndjson[] = {
#embed "../Catalog/Answers/hackernews/items.ndjson"
};
static const unsigned char hackernews_stories_ndjson[] = {
#embed "../Catalog/Answers/hackernews/stories.ndjson"
};
static const unsigned char itunes_albums_ndjson[] = {
#embed "../Catalog/Answers/itunes/albums.ndjson"
};
static const unsigned char itunes_api_yaml[] = {
#embed "../Catalog/Answers/itunes/api.yaml"
};
static const unsigned char itunes_apps_ndjson[] = {
#embed "../Catalog/Answers/itunes/apps.ndjson"
};
static const unsigned char npm_api_yaml[] = {
#embed "../Catalog/Answers/npm/api.yaml"
};
static const unsigned char npm_manifests_ndjson[] = {
#embed "../Catalog/Answers/npm/manifests.ndjson"
};
static const unsigned char npm_packages_ndjson[] = {
#embed "../Catalog/Answers/npm/packages.ndjson"
};
static const unsigned char openlibrary_api_yaml[] = {
#embed "../Catalog/Answers/openlibrary/api.yaml"
};
static const unsigned char openlibrary_books_ndjson[] = {
#embed "../Catalog/Answers/openlibrary/books.ndjson"
};
static const unsigned char openlibrary_works_ndjson[] = {
#embed "../Catalog/Answers/openlibrary/works.ndjson"
};
static const unsigned char wikipedia_api_yaml[] = {
#embed "../Catalog/Answers/wikipedia/api.yaml"
};
static const unsigned char wikipedia_pages_ndjson[] = {
#embed "../Catalog/Answers/wikipedia/pages.ndjson"
};
static const unsigned char wikipedia_results_ndjson[] = {
#embed "../Catalog/Answers/wikipedia/results.ndjson"
};
static const unsigned char youtube_api_yaml[] = {
#embed "../Catalog/Answers/youtube/api.yaml"
};
static const unsigned char youtube_videos_ndjson[] = {
#embed "../Catalog/Answers/youtube/videos.ndjson"
};

static const CSamplesFile files[] = {
    {"any/api.yaml", any_api_yaml, sizeof any_api_yaml},
    {"covers/api.yaml", covers_api_yaml, sizeof covers_api_yaml},
    {"crates/api.yaml", crates_api_yaml, sizeof crates_api_yaml},
    {"crates/crates.ndjson", crates_crates_ndjson, sizeof crates_crates_ndjson},
    {"crates/whole.ndjson", crates_whole_ndjson, sizeof crates_whole_ndjson},
    {"github/api.yaml", github_api_yaml, sizeof github_api_yaml},
    {"github/issues.ndjson", github_issues_ndjson, sizeof github_issues_ndjson},
    {"github/popular.ndjson", github_popular_ndjson, sizeof github_popular_ndjson},
    {"github/repositories.ndjson", github_repositories_ndjson, sizeof github_repositories_ndjson},
    {"hackernews/api.yaml", hackernews_api_yaml, sizeof hackernews_api_yaml},
    {"hackernews/items.ndjson", hackernews_items_ndjson, sizeof hackernews_items_ndjson},
    {"hackernews/stories.ndjson", hackernews_stories_ndjson, sizeof hackernews_stories_ndjson},
    {"itunes/albums.ndjson", itunes_albums_ndjson, sizeof itunes_albums_ndjson},
    {"itunes/api.yaml", itunes_api_yaml, sizeof itunes_api_yaml},
    {"itunes/apps.ndjson", itunes_apps_ndjson, sizeof itunes_apps_ndjson},
    {"npm/api.yaml", npm_api_yaml, sizeof npm_api_yaml},
    {"npm/manifests.ndjson", npm_manifests_ndjson, sizeof npm_manifests_ndjson},
    {"npm/packages.ndjson", npm_packages_ndjson, sizeof npm_packages_ndjson},
    {"openlibrary/api.yaml", openlibrary_api_yaml, sizeof openlibrary_api_yaml},
    {"openlibrary/books.ndjson", openlibrary_books_ndjson, sizeof openlibrary_books_ndjson},
    {"openlibrary/works.ndjson", openlibrary_works_ndjson, sizeof openlibrary_works_ndjson},
    {"wikipedia/api.yaml", wikipedia_api_yaml, sizeof wikipedia_api_yaml},
    {"wikipedia/pages.ndjson", wikipedia_pages_ndjson, sizeof wikipedia_pages_ndjson},
    {"wikipedia/results.ndjson", wikipedia_results_ndjson, sizeof wikipedia_results_ndjson},
    {"youtube/api.yaml", youtube_api_yaml, sizeof youtube_api_yaml},
    {"youtube/videos.ndjson", youtube_videos_ndjson, sizeof youtube_videos_ndjson},
    {NULL, NULL, 0},
};

CSamplesFile catalog_file(size_t number) { return files[number]; }
