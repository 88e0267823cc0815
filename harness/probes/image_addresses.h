// Which texel a coordinate means, or that it means the border.
#pragma once

#include "harness/probes/images.h"

namespace classay {

// With samplers, as constants of a program, that a kernel `look` uses (image_addresses.cpp has it).
std::string addressing_source(std::string_view suffix);  // of read_image: "f"
void ask_addresses(Stream& stream, ImageFormat format, ImageFound& found);

}  // namespace classay
