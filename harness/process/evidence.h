// Collects the evidence about the end of a child, from the system and from the page that the child shared (page.h), and
// attributes the end to the driver or to a different cause.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/process/blame.h"
#include "harness/process/page.h"

namespace classay::ending {

enum class Code : std::uint8_t {
  program,    // this program
  library,    // a library loaded before any driver: it acts for its caller
  driver,     // a library loaded later: a driver, its dependencies, or code that it made and loaded
  made,       // no library: made at run time
  elsewhere,  // no code at this address
};

struct Place {
  Code code = Code::elsewhere;
  std::string name;          // file name without folder; empty: no file
  std::uint64_t offset = 0;  // offset in the file
  bool operator==(const Place&) const = default;
};

struct Sight {
  int signal = 0;                        // 0: a call of exit
  bool is_sent = false;                  // by a process, not by the program's own action
  std::optional<int> sender;             // nullopt: the child itself
  std::optional<std::uint64_t> address;  // the address of the invalid access
  bool no_memory = false;                // no memory was available
  std::vector<Place> stack;              // newest first: the place of the end, then its callers
};

struct Evidence {
  int signal = 0;  // that ended it; 0: none
  int status = 0;  // exit status
  bool hung = false;
  bool is_stopped = false;    // by a signal or a debugger: it cannot continue by itself
  bool stayed = false;        // it closed its output but did not end
  std::uint64_t largest = 0;  // largest resident memory in bytes
  bool killed_for_memory = false;
  std::string full_disk;         // the folder whose disk is full
  bool has_page = true;          // the page could be allocated
  bool is_page_spoiled = false;  // the child overwrote or truncated it
  bool is_watching = false;      // the child called watch()
  bool means_to_end = false;
  std::string call;  // the driver's last function
  std::string kernel;
  bool is_in_call = false;  // the call has not returned
  int launches_in_flight = 0;
  bool thread_ended = false;             // the driver ended the thread that called it
  std::optional<int> closed_descriptor;  // the driver closed or replaced it in the child
  std::optional<Sight> sight;
};

// Adds the page's note if it matches the end that the system reported, because the driver may have written to the page.
void add_page(Evidence& evidence, const Page& page, int own_pid);

// Returns whether a call of the driver is under way; true without a page, or before the child watches.
bool is_in_driver(const Page* page);

// A line of /proc/PID/maps.
struct Mapping {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t offset = 0;
  bool is_code = false;
  std::string path;
};
std::vector<Mapping> mappings_from(std::string_view maps);

// Finds the owner of the code at an address.
class Codes {
 public:
  // `before`: the mappings before a driver was loaded. `own`: an address in this program. `driver`: an address in a driver
  // that was linked from the start; 0: none.
  Codes(std::vector<Mapping> before, std::vector<Mapping> then, std::uint64_t own, std::uint64_t driver = 0);
  Place at(std::uint64_t address) const;

 private:
  std::vector<std::string> before_;
  std::vector<Mapping> then_;
  std::string program_;
};

// The result of attribute(), which is a pure function of the evidence. The driver is blamed only if the end happened in its
// code or in code that it made. Without a note it is also blamed if the thread or the call cannot be this program's.
struct Attribution {
  Blame blame = Blame::unknown;
  std::string sentence;  // "killed by SIGSEGV at address 0x10 in libpocl.so.2.10.0, in clFinish"
};

Attribution attribute(const Evidence& evidence);

nlohmann::ordered_json to_json(const Evidence& evidence, const Attribution& attribution);

}  // namespace classay::ending
