// Reads the system's state of memory and disks around the end of a child.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace classay::ending {

// Returns how many processes were killed for lack of memory so far. Counts this process's control group, or the machine if
// the group has no counter. 0: unknown.
std::uint64_t killed_for_memory();

// Returns the number after a word at the start of a line: "oom_kill 3".
std::uint64_t number_behind(std::string_view text, std::string_view word);

// Return the bytes of memory that this process uses, and its upper limit: the machine's memory, or the smallest limit of its
// control groups. 0: unknown.
std::uint64_t resident_memory();
std::uint64_t machine_memory();

// Returns whether this process is stopped (SIGSTOP, a debugger): it waits until another process continues it.
bool is_stopped(int pid);
bool is_stopped_by(std::string_view stat);  // the text of /proc/PID/stat

// Returns the first folder for temporary files or caches of drivers whose disk is full; empty: none.
std::string full_disk();
std::string full_disk_among(const std::vector<std::string>& folders);

}  // namespace classay::ending
