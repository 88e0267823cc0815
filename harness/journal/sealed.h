// Adds a digest to records from which a run resumes, so that damaged ones are rejected. Without it a disk error could look
// like a device error.
#pragma once

#include <string>
#include <string_view>

#include "harness/journal/read_json.h"

namespace classay {

// Returns 64 bits as hexadecimal digits. Detects accidental changes, not forgery.
std::string digest_of(std::string_view text);

// Returns the record with its digest as the last field.
Json sealed(Json line);

// Returns why a record is not as written; empty: it is.
std::string damage_of(const Json& line);

}  // namespace classay
