// The parts of host.c that are the same for every case (emit.cpp): what stands before its tables, and what after them.
#pragma once

#include <string_view>

namespace classay {

std::string_view host_head();
std::string_view host_tail();

}  // namespace classay
