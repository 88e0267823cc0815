#include "cmake/source_dir.h"

const char* classay::testing_support::source_dir() { return CLASSAY_SOURCE_DIR; }
