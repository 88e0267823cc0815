// Parses all JSON that comes from files or other processes. Invalid or excessive JSON is rejected before anything is built
// from it. The library recurses as deep as the nesting and searches the names of an object one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace classay {

using Json = nlohmann::ordered_json;

// JSON that is passed on unread; nullptr: none, or null. Structs with it need not include the JSON library.
using SharedJson = std::shared_ptr<const Json>;
SharedJson shared(Json json);
const Json& or_null(const SharedJson& json);

// Fields of an object that are kept unread, in their order.
using OtherFields = std::vector<std::pair<std::string, SharedJson>>;

// A sentence without a place; the reader of the file adds its name and the line.
class BadJson : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// Limits of both readers of journals (data/hostile/files.json), plus one for objects. The records of a run stay far below.
inline constexpr std::size_t kDeepest = 64;                            // nested arrays and objects
inline constexpr std::size_t kLongestText = std::size_t{64} << 20;     // bytes: a record of a journal
inline constexpr std::size_t kMostValues = std::size_t{4} << 20;       // commas and opening brackets, outside of strings
inline constexpr std::size_t kMostMembers = 1024;                      // members of an object; names are searched one by one
inline constexpr std::uint64_t kLargestCount = 0x7fff'ffff'ffff'ffff;  // so that a few of them can be added

inline constexpr int kLargestWidth = 64;  // vector width, in any version

// Returns the value of the complete text. Throws BadJson. Rejects numbers that a double cannot hold, BOM, NUL, and unpaired
// surrogates, as JSON's grammar requires.
Json read_json(std::string_view text);
std::optional<Json> read_json_if(std::string_view text);  // nullopt where read_json() throws

// Describes the library's error about a value's shape: "the field 'case' is missing".
std::string in_words(const std::exception& e);
// Returns whether it is such an error.
bool is_of_library(const std::exception& e);

// Returns an integer from 0 to kLargestCount. The library would also convert -1 and 1.5. Throws std::invalid_argument.
std::uint64_t count_from(const Json& json);

// Returns a full 64-bit value, for example bits or a seed. Throws std::invalid_argument.
std::uint64_t unsigned_from(const Json& json);

// Returns the count under a key of an object, or `otherwise` if there is none. Throws std::invalid_argument.
std::uint64_t count_at(const Json& object, const char* key, std::uint64_t otherwise);

// Adds to a count. Throws std::invalid_argument if the sum is larger than kLargestCount.
void add_count(std::uint64_t& sum, std::uint64_t more);

// The same as count_from for integers from -most to most.
int small_from(const Json& json, int most);

// Returns a number as JSON has it: "30.0", "1e+300".
std::string number_text(double number);

// Returns a value as one line of JSON; invalid UTF-8 is replaced.
std::string json_text(const Json& json);

bool are_equal(const Json& one, const Json& other);

// Returns a value as JSON for a message, shortened if it is long.
std::string shortened(const Json& json);

// A digest is added to records from which a run resumes, so that damaged ones are rejected. Without it a disk error could
// look like a device error.

// Returns 64 bits as hexadecimal digits. Detects accidental changes, not forgery.
std::string digest_of(std::string_view text);

// Returns the record with its digest as the last field.
Json sealed(Json line);

// Returns why a record is not as written; empty: it is.
std::string damage_of(const Json& line);

}  // namespace classay
