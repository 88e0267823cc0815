// Computes the SHA-256 of a text, printed as by `sha256sum`.
#pragma once

#include <string>
#include <string_view>

namespace classay {

std::string sha256(std::string_view text);

}  // namespace classay
