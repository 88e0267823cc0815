// The one way in for JSON that comes from a file or from another process. What is not JSON, or more of it than anybody who
// means well writes, is refused in our words before anything is built of it: the library's own parts call themselves as deep
// as a text is nested, and search an object's names one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace classay {

using Json = nlohmann::ordered_json;

// A sentence without a place: who reads a file says its name and the line.
class BadJson : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// What both readers of journals go by (data/hostile/files.json), and for objects one more: a run's own lines stay far below.
inline constexpr std::size_t kDeepest = 64;                            // arrays and objects within each other
inline constexpr std::size_t kLongestText = std::size_t{64} << 20;     // bytes: a line of a journal
inline constexpr std::size_t kMostValues = std::size_t{4} << 20;       // commas and opening brackets, outside of strings
inline constexpr std::size_t kMostMembers = 1024;                      // of an object, whose names are searched one by one
inline constexpr std::uint64_t kLargestCount = 0x7fff'ffff'ffff'ffff;  // so that a few of them add up

inline constexpr int kLargestWidth = 64;  // of a vector, in any version

// The value that a text is, all of it. Throws BadJson. Numbers that a double can not hold, BOM, NUL, and halves of surrogate
// pairs are refused, as JSON's own grammar has it.
Json read_json(std::string_view text);
std::optional<Json> read_json_if(std::string_view text);  // nullopt where the above throws

// What the library found wrong with the shape of a value, in our words: "the field 'case' is missing".
std::string in_words(const Json::exception& e);

// A whole number up to kLargestCount, and nothing else: the library makes one of -1 and of 1.5 too. Throws
// std::invalid_argument.
std::uint64_t count_from(const Json& json);

// The same between -most and most.
int small_from(const Json& json, int most);

// A value as a message may have it: JSON, and not all of what is long.
std::string shortened(const Json& json);

}  // namespace classay
