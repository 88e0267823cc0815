// What is known of the end of a child: from the system, and from the page that the child shared (page.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/ending/page.h"

namespace classay::ending {

// Whose code lies at an address.
enum class Code : std::uint8_t {
  program,    // this program's
  library,    // of a library that was there before any driver: it does what its caller wants
  driver,     // of a library that came later: a driver, what it loaded, what it made and loaded
  made,       // of none: made at run time
  elsewhere,  // no code is there
};

struct Place {
  Code code = Code::elsewhere;
  std::string name;          // of the file, without its folder; empty where there is none
  std::uint64_t offset = 0;  // in the file
  bool operator==(const Place&) const = default;
};

// The end as the child saw it.
struct Sight {
  int signal = 0;                        // 0: a call of exit
  bool is_sent = false;                  // by a process, not by what the program did
  std::optional<int> sender;             // another one
  std::optional<std::uint64_t> address;  // that could not be used
  bool no_memory = false;                // there was none to be had
  std::vector<Place> stack;              // the newest first: where it happened, and who called
};

struct Evidence {
  int signal = 0;  // that ended it; 0: none
  int status = 0;  // of its exit
  bool hung = false;
  bool is_stopped = false;    // by a signal or a debugger: it cannot continue by itself
  bool stayed = false;        // it closed its output and did not end
  std::uint64_t largest = 0;  // bytes of memory that it had at once
  bool killed_for_memory = false;
  std::string full_disk;         // the folder whose disk is full
  bool has_page = true;          // there was memory to share with it
  bool is_page_spoiled = false;  // something in the child overwrote or truncated it
  bool is_watching = false;      // it had begun to watch itself
  bool means_to_end = false;
  std::string call;  // of the driver: the last one
  std::string kernel;
  bool is_in_call = false;  // it is not back
  int launches_in_flight = 0;
  bool thread_ended = false;             // the driver ended the thread that called it
  std::optional<int> closed_descriptor;  // closed or replaced by the driver in the child
  std::optional<Sight> sight;
};

// What a page says of the end that the system tells of, whoever wrote there.
void add_page(Evidence& evidence, const Page& page, int own_pid);

// The lines of /proc/PID/maps.
struct Mapping {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t offset = 0;
  bool is_code = false;
  std::string path;
};
std::vector<Mapping> mappings_from(std::string_view maps);

// Which of them is whose.
class Codes {
 public:
  // `before`: what there was before a driver; `own`: an address in the program; `driver`: one in a driver that was there
  // before; 0: none.
  Codes(std::vector<Mapping> before, std::vector<Mapping> then, std::uint64_t own, std::uint64_t driver = 0);
  Place at(std::uint64_t address) const;

 private:
  std::vector<std::string> before_;
  std::vector<Mapping> then_;
  std::string program_;
};

}  // namespace classay::ending
