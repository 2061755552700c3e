#include "CSamples.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

CSamplesFile sample_apps(void) {
    static const unsigned char bytes[] = {
#embed "../../Applications/ITunes/Samples/apps.txt"
    };
    return (CSamplesFile){bytes, sizeof bytes};
}

CSamplesFile sample_paragraphs(void) {
    static const unsigned char bytes[] = {
#embed "../../Applications/ITunes/Samples/paragraphs.txt"
    };
    return (CSamplesFile){bytes, sizeof bytes};
}

CSamplesFile sample_songs(void) {
    static const unsigned char bytes[] = {
#embed "../../Applications/ITunes/Samples/songs.txt"
    };
    return (CSamplesFile){bytes, sizeof bytes};
}

CSamplesFile sample_repositories(void) {
    static const unsigned char bytes[] = {
#embed "../../Applications/GitHub/Samples/repositories.txt"
    };
    return (CSamplesFile){bytes, sizeof bytes};
}

CSamplesFile sample_videos(void) {
    static const unsigned char bytes[] = {
#embed "../../Applications/YouTube/Samples/videos.txt"
    };
    return (CSamplesFile){bytes, sizeof bytes};
}
