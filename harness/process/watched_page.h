// The page (page.h) of a process that watches itself, for the functions of watch.h.
#pragma once

#include <string_view>

#include "harness/process/page.h"

namespace classay::ending {

inline Page* page = nullptr;  // null: no supervisor

void copy_name(Page::Name& name, std::string_view text);

int own_thread();

// Returns whether this is the first end that the page records.
bool is_first(Kind kind);
void forget_note();  // the process goes on

}  // namespace classay::ending
