// SHA-256 of a text, as `sha256sum` prints it.
#pragma once

#include <string>
#include <string_view>

namespace classay {

std::string sha256(std::string_view text);

}  // namespace classay
