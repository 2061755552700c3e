#include "CAgentFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

CAgentFilesFile agent_tools(void) {
    static const unsigned char bytes[] = {
#embed "../AgentView/Assets/tools.json"
    };
    return (CAgentFilesFile){bytes, sizeof bytes};
}
