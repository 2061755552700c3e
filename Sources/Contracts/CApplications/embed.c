#include "CApplications.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

CApplicationsFile application_github(void) {
    static const unsigned char bytes[] = {
#embed "../../../compose/github.yaml"
    };
    return (CApplicationsFile){bytes, sizeof bytes};
}
