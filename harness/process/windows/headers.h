// The headers of Windows, in the order in which they need each other.
#pragma once

// clang-format off
#include <windows.h>
#include <lmcons.h>
#include <psapi.h>
#include <shellapi.h>
// clang-format on
