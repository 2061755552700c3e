#include "CPageFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

CPageFilesFile page_script(void) {
    static const unsigned char bytes[] = {
#embed "../WebView/Assets/script.js"
    };
    return (CPageFilesFile){bytes, sizeof bytes};
}

CPageFilesFile page_style(void) {
    static const unsigned char bytes[] = {
#embed "../WebView/Assets/style.css"
    };
    return (CPageFilesFile){bytes, sizeof bytes};
}

CPageFilesFile page_icon(void) {
    static const unsigned char bytes[] = {
#embed "../WebView/Assets/icon.svg"
    };
    return (CPageFilesFile){bytes, sizeof bytes};
}
