// Third-party headers that most modules include; precompiled (Headers.cmake).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// GCC instantiates the templates that a precompiled header uses again in every source. For JSON that takes a second, and
// most sources do not use it.
#ifdef __clang__
#include <nlohmann/json.hpp>
#endif
