// Provides the parts of host.c that are the same for every case (emit.cpp): the text before its tables and after them.
#pragma once

#include <string_view>

namespace classay {

std::string_view host_head();
std::string_view host_tail();

}  // namespace classay
