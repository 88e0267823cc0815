#include "harness/run/sealed.h"

#include <fmt/format.h>

#include <cstdint>

namespace classay {
namespace {

constexpr const char* kDigest = "digest";

// As the journal's writer has it.
std::string text_of(const Json& line) { return line.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::string digest_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
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
