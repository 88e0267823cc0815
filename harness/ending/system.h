// What the system says of memory and disks, around the end of a child.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace classay::ending {

// How many processes were killed so far because memory had run out: of this process's control group, or of the machine
// where the group is not told of. 0 where nothing is known.
std::uint64_t killed_for_memory();

// The number behind a word at the beginning of a line: "oom_kill 3".
std::uint64_t number_behind(std::string_view text, std::string_view word);

// The first of the folders that drivers write to, temporary files and caches, whose disk has no room left; empty: none.
std::string full_disk();
std::string full_disk_among(const std::vector<std::string>& folders);

}  // namespace classay::ending
