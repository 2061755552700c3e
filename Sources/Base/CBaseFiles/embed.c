#include "CBaseFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

CBaseFilesFile table_of_secrets(void) {
    static const unsigned char bytes[] = {
#embed "../Secrecy/Assets/secrets.txt"
    };
    return (CBaseFilesFile){bytes, sizeof bytes};
}

CBaseFilesFile table_of_german(void) {
    static const unsigned char bytes[] = {
#embed "../Languages/Assets/de.txt"
    };
    return (CBaseFilesFile){bytes, sizeof bytes};
}
