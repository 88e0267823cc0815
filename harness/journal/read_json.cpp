#include "harness/journal/read_json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "harness/text/hash.h"

namespace classay {
namespace {

[[noreturn]] void refuse(const std::string& why) { throw BadJson(why); }

// Counts the values that the text would become. The count is right up to the first syntax error.
class Limits {
 public:
  void check(std::string_view text) {
    if (text.size() > kLongestText) refuse("longer than " + std::to_string(kLongestText >> 20) + " MiB");
    if (text.starts_with("\xef\xbb\xbf")) refuse("a byte order mark before it");
    if (text.find('\0') != std::string_view::npos) refuse("a byte of zero in it");
    for (std::size_t at = 0; at < text.size();) at = text[at] == '"' ? behind_string(text, at) : behind_other(text, at);
  }

 private:
  static std::size_t behind_string(std::string_view text, std::size_t at) {
    for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\' ? 1 : 0;
    return at + 1;
  }

  std::size_t behind_other(std::string_view text, std::size_t at) {
    const char c = text[at];
    if (c == '{' || c == '[') {
      begin();
    } else if ((c == '}' || c == ']') && depth_ > 0) {
      --depth_;
    } else if (c == ',') {
      count_value();
    } else if (c == ':') {  // outside of strings a colon occurs only in objects
      count_member();
    }
    return at + 1;
  }

  void begin() {
    if (depth_ == kDeepest) refuse("nested deeper than " + std::to_string(kDeepest) + " levels");
    members_.at(depth_++) = 0;
    count_value();
  }

  void count_value() {
    if (++values_ > kMostValues) refuse("more than " + std::to_string(kMostValues) + " values");
  }

  void count_member() {
    if (depth_ == 0) return;
    if (++members_.at(depth_ - 1) > kMostMembers) {
      refuse("an object of more than " + std::to_string(kMostMembers) + " members");
    }
  }

  std::array<std::size_t, kDeepest> members_{};
  std::size_t depth_ = 0;
  std::size_t values_ = 0;
};

// "key 'case' not found" and similar: the text after the library's error name.
std::string detail_of(const std::exception& e) {
  const std::string_view text = e.what();
  const std::size_t end = text.find("] ");
  return std::string(end == std::string_view::npos ? text : text.substr(end + 2));
}

std::string quoted_part(const std::string& text) {
  const std::size_t begin = text.find('\'');
  const std::size_t end = begin == std::string::npos ? begin : text.rfind('\'');
  return begin == end ? text : text.substr(begin + 1, end - begin - 1);
}

}  // namespace

SharedJson shared(Json json) { return std::make_shared<const Json>(std::move(json)); }

const Json& or_null(const SharedJson& json) {
  static const Json null;
  return json ? *json : null;
}

Json read_json(std::string_view text) {
  Limits().check(text);
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& e) {
    refuse("no JSON: " + (e.byte > text.size() ? std::string("it ends too soon") : "at byte " + std::to_string(e.byte)));
  } catch (const Json::out_of_range&) {  // the number exceeds a double
    refuse("a number that is too large");
  }
}

std::optional<Json> read_json_if(std::string_view text) {
  try {
    return read_json(text);
  } catch (const BadJson&) {
    return std::nullopt;
  }
}

std::string in_words(const std::exception& e) {
  constexpr int kOtherType = 302;
  constexpr int kNoSuchIndex = 401;
  constexpr int kNoSuchKey = 403;
  const std::string detail = detail_of(e);
  const auto* json_error = dynamic_cast<const Json::exception*>(&e);
  switch (json_error != nullptr ? json_error->id : 0) {
    case kNoSuchKey: return "the field '" + quoted_part(detail) + "' is missing";
    case kNoSuchIndex: return "a list is too short";
    case kOtherType: return "a field has another type than it should: " + detail;
    default: return "a field has an invalid value: " + detail;
  }
}

std::uint64_t count_from(const Json& json) {
  // Parsed counts are unsigned; values made by a program may be signed.
  const bool is_from_zero = json.is_number_unsigned() || (json.is_number_integer() && json.get<std::int64_t>() >= 0);
  if (is_from_zero && json.get<std::uint64_t>() <= kLargestCount) return json.get<std::uint64_t>();
  throw std::invalid_argument(shortened(json) + " is not a count below 2^63");
}

std::uint64_t unsigned_from(const Json& json) {
  if (json.is_number_unsigned()) return json.get<std::uint64_t>();
  return count_from(json);
}

std::uint64_t count_at(const Json& object, const char* key, std::uint64_t otherwise) {
  const auto found = object.find(key);
  return found == object.end() ? otherwise : count_from(*found);
}

std::string json_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

bool are_equal(const Json& one, const Json& other) { return one == other; }

bool is_of_library(const std::exception& e) { return dynamic_cast<const Json::exception*>(&e) != nullptr; }

void add_count(std::uint64_t& sum, std::uint64_t more) {
  if (more > kLargestCount - sum) throw std::invalid_argument("counts whose sum is too large");
  sum += more;
}

int small_from(const Json& json, int most) {
  const bool is_small = json.is_number_unsigned() ? json.get<std::uint64_t>() <= static_cast<std::uint64_t>(most)
                                                  : json.is_number_integer() && json.get<std::int64_t>() >= -most &&
                                                        json.get<std::int64_t>() <= most;
  if (is_small) return json.get<int>();
  throw std::invalid_argument(shortened(json) + " is not a whole number in the valid range");
}

std::string number_text(double number) { return Json(number).dump(); }

std::string shortened(const Json& json) {
  constexpr std::size_t kShown = 100;
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= kShown ? text : text.substr(0, kShown) + "...";
}

namespace {

constexpr const char* kDigest = "digest";

}  // namespace

std::string digest_of(std::string_view text) {
  Fnv hash;
  for (const char c : text) hash.add(static_cast<unsigned char>(c));
  return hash.text();
}

Json sealed(Json line) {
  line.erase(kDigest);
  line[kDigest] = digest_of(json_text(line));
  return line;
}

std::string damage_of(const Json& line) {
  if (!line.contains(kDigest)) return "it has no digest";
  return sealed(line).at(kDigest) == line.at(kDigest) ? "" : "its digest is that of another";
}

}  // namespace classay
