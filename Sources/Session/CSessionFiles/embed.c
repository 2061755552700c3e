#include "CSessionFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

CSessionFilesFile checks_of_any_role(void) {
    static const unsigned char bytes[] = {
#embed "../Playback/Checks/any.ndjson"
    };
    return (CSessionFilesFile){bytes, sizeof bytes};
}

CSessionFilesFile checks_of_fetcher(void) {
    static const unsigned char bytes[] = {
#embed "../Playback/Checks/fetcher.ndjson"
    };
    return (CSessionFilesFile){bytes, sizeof bytes};
}

CSessionFilesFile checks_of_presenter(void) {
    static const unsigned char bytes[] = {
#embed "../Playback/Checks/presenter.ndjson"
    };
    return (CSessionFilesFile){bytes, sizeof bytes};
}

CSessionFilesFile checks_of_router(void) {
    static const unsigned char bytes[] = {
#embed "../Playback/Checks/router.ndjson"
    };
    return (CSessionFilesFile){bytes, sizeof bytes};
}

CSessionFilesFile checks_of_view(void) {
    static const unsigned char bytes[] = {
#embed "../Playback/Checks/view.ndjson"
    };
    return (CSessionFilesFile){bytes, sizeof bytes};
}

CSessionFilesFile keys_of_bash(void) {
    static const unsigned char bytes[] = {
#embed "../SessionCommands/Shells/bash.sh"
    };
    return (CSessionFilesFile){bytes, sizeof bytes};
}

CSessionFilesFile keys_of_zsh(void) {
    static const unsigned char bytes[] = {
#embed "../SessionCommands/Shells/zsh.sh"
    };
    return (CSessionFilesFile){bytes, sizeof bytes};
}

CSessionFilesFile keys_of_fish(void) {
    static const unsigned char bytes[] = {
#embed "../SessionCommands/Shells/fish.fish"
    };
    return (CSessionFilesFile){bytes, sizeof bytes};
}
