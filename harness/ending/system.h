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

// How many bytes of memory this process has; how many it can have at most: those of the machine, or of the smallest of its
// control groups. 0 where nothing is known.
std::uint64_t resident_memory();
std::uint64_t machine_memory();

// Is this process stopped (SIGSTOP, a debugger)? It does nothing then until another process continues it.
bool is_stopped(int pid);
bool is_stopped_by(std::string_view stat);  // the text of /proc/PID/stat

// The first of the folders that drivers write to, temporary files and caches, whose disk has no room left; empty: none.
std::string full_disk();
std::string full_disk_among(const std::vector<std::string>& folders);

}  // namespace classay::ending
