#include "harness/text/hash.h"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace classay {

std::string sha256(std::string_view text) {
  std::array<unsigned char, 32> digest{};
  unsigned length = 0;
  const bool is_done = EVP_Digest(text.data(), text.size(), digest.data(), &length, EVP_sha256(), nullptr) == 1;
  if (!is_done || length != digest.size()) throw std::runtime_error("libcrypto has no SHA-256");
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const unsigned char byte : digest) {
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

}  // namespace classay
