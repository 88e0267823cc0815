#include "harness/journal/sealed.h"

#include <nlohmann/json.hpp>

#include "harness/text/hash.h"

namespace classay {
namespace {

constexpr const char* kDigest = "digest";

// Serialises like the journal's writer.
std::string text_of(const Json& line) { return line.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::string digest_of(std::string_view text) {
  Fnv hash;
  for (const char c : text) hash.add(static_cast<unsigned char>(c));
  return hash.text();
}

Json sealed(Json line) {
  line.erase(kDigest);
  line[kDigest] = digest_of(text_of(line));
  return line;
}

std::string damage_of(const Json& line) {
  if (!line.contains(kDigest)) return "it has no digest";
  return sealed(line).at(kDigest) == line.at(kDigest) ? "" : "its digest is that of another";
}

}  // namespace classay
