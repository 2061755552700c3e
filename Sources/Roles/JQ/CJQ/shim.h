#pragma once
#include <jq.h>
