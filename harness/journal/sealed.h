// Lines of a journal that a run goes on from carry a digest of themselves, so that none that was damaged since is believed:
// a disk's slip would be the device's otherwise.
#pragma once

#include <string>
#include <string_view>

#include "harness/journal/journal.h"

namespace classay {

// 64 bits as hexadecimal digits: for what chance does to a text, not for what people do.
std::string digest_of(std::string_view text);

// The line with its digest, the last field.
Json sealed(Json line);

// Why a line can not be believed to be as it was written; empty: it is.
std::string damage_of(const Json& line);

}  // namespace classay
