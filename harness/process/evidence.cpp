#include "harness/process/evidence.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <span>
#include <sstream>

#include "harness/process/signals.h"

namespace classay::ending {
namespace {

template <std::size_t n>
std::string text_of(const std::array<char, n>& chars) {
  return {chars.data(), ::strnlen(chars.data(), chars.size())};
}

std::string name_of(const std::string& path) { return path.substr(path.find_last_of("/\\") + 1); }

// "/usr/lib/a.so", "C:\\a.dll"; not "[vdso]" and the like.
bool is_file(const std::string& path) { return path.starts_with('/') || (path.size() > 2 && path[1] == ':'); }

template <std::size_t n>
std::span<const std::uint64_t> known(const std::array<std::uint64_t, n>& all, std::uint32_t count) {
  return std::span(all).first(std::min<std::size_t>(count, n));
}

bool is_code(const Place& place) { return place.code != Code::elsewhere; }

// A return address follows the call instruction, which may be the last one of its file.
Place caller(const Codes& codes, std::uint64_t address) { return codes.at(address == 0 ? 0 : address - 1); }

// Starts at the interrupted frame; the frames before it are the handler and its caller.
std::vector<Place> stack_at_signal(const Page& page, const Codes& codes) {
  std::vector<Place> stack{codes.at(page.at)};
  const auto frames = known(page.frames, page.frames_known);
  const auto interrupted = std::ranges::find(frames, page.at);
  if (interrupted != frames.end()) {
    for (const std::uint64_t f : frames.subspan(static_cast<std::size_t>(interrupted - frames.begin()) + 1)) {
      stack.push_back(caller(codes, f));
    }
  }
  if (stack.size() > 1) return stack;
  // Frames are unreliable after a wild jump, or in generated code without unwind data. Usually the first code address on the
  // stack is the caller.
  for (const std::uint64_t word : known(page.words, page.words_known)) {
    if (Place place = caller(codes, word); is_code(place)) stack.push_back(std::move(place));
  }
  return stack;
}

// Starts at exit; the frame before it is this program's own handler.
std::vector<Place> stack_at_exit(const Page& page, const Codes& codes) {
  std::vector<Place> stack;
  for (const std::uint64_t f : known(page.frames, page.frames_known)) {
    Place place = caller(codes, f);
    if (stack.empty() && place.code == Code::program) continue;
    stack.push_back(std::move(place));
  }
  return stack;
}

bool has_address(int signal) { return signal == SIGSEGV || signal == SIGBUS; }

Sight sight_of(const Page& page, int own_pid) {
  const Codes codes(mappings_from(text_of(page.maps_before)), mappings_from(text_of(page.maps_then)), page.own_address,
                    page.driver_address);
  if (page.kind == Kind::exit) return {.stack = stack_at_exit(page, codes)};
  Sight sight{.signal = page.signal, .is_sent = page.code <= 0, .no_memory = page.no_memory != 0};
  if (sight.is_sent && page.sender != own_pid) sight.sender = page.sender;
  if (!sight.is_sent && has_address(page.signal)) sight.address = page.address;
  sight.stack = stack_at_signal(page, codes);
  return sight;
}

}  // namespace

void add_page(Evidence& evidence, const Page& page, int own_pid) {
  if (page.is_watching == 0) return;
  evidence.is_watching = true;
  evidence.means_to_end = page.means_to_end != 0;
  evidence.call = text_of(page.call);
  evidence.kernel = text_of(page.kernel);
  evidence.is_in_call = page.calls_under_way != 0;
  evidence.launches_in_flight = page.launches_in_flight;
  if (evidence.signal == 0 && page.kind == Kind::thread) evidence.thread_ended = true;
  if (evidence.signal == 0 && page.kind == Kind::descriptor) evidence.closed_descriptor = page.descriptor;
  if (page.kind != Kind::signal && page.kind != Kind::exit) return;
  // A signal that the driver survived did not end the child.
  const bool is_it = page.kind == Kind::exit ? evidence.signal == 0 : page.signal == evidence.signal;
  if (is_it) evidence.sight = sight_of(page, own_pid);
}

bool is_in_driver(const Page* page) { return page == nullptr || page->is_watching == 0 || page->calls_under_way != 0; }

std::vector<Mapping> mappings_from(std::string_view maps) {
  std::vector<Mapping> all;
  std::istringstream lines{std::string(maps)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Mapping m;
    char dash = 0;
    std::string rights;
    std::string device;
    std::string inode;
    if (!(words >> std::hex >> m.begin >> dash >> m.end >> rights >> m.offset >> device >> inode)) continue;
    std::getline(words >> std::ws, m.path);
    m.is_code = rights.find('x') != std::string::npos;
    all.push_back(std::move(m));
  }
  return all;
}

Codes::Codes(std::vector<Mapping> before, std::vector<Mapping> then, std::uint64_t own, std::uint64_t driver)
    : then_(std::move(then)) {
  const auto path_at = [&before](std::uint64_t address) -> std::string {
    for (const Mapping& m : before) {
      if (m.begin <= address && address < m.end) return m.path;
    }
    return "";
  };
  program_ = path_at(own);
  const std::string drivers = path_at(driver);
  for (Mapping& m : before) {
    if (drivers.empty() || m.path != drivers) before_.push_back(std::move(m.path));
  }
}

namespace {

bool lies_in(const std::string& path, const char* variable) {
  const char* const folder = std::getenv(variable);
  return folder != nullptr && *folder != '\0' && path.starts_with(std::string(folder) + "/");
}

// The program and a driver may both have been built below a temporary folder.
bool lies_beside(const std::string& path, const std::string& program) {
  const std::size_t slash = program.find_last_of("/\\");
  return slash != std::string::npos && path.starts_with(program.substr(0, slash + 1));
}

// Files that a driver makes from kernels and loads: in memory, deleted after loading, or in its cache.
bool is_made(const std::string& path, const std::string& program) {
  const auto begins = [&path](std::string_view with) { return path.starts_with(with); };
  if (begins("/memfd:") || begins("/dev/") || path.ends_with(" (deleted)")) return true;
  if (lies_in(path, "TMPDIR") || lies_in(path, "POCL_CACHE_DIR") || lies_in(path, "XDG_CACHE_HOME")) return true;
  const bool is_temporary = begins("/tmp/") || begins("/var/tmp/") || path.find("/.cache/") != std::string::npos;
  return is_temporary && !lies_beside(path, program);
}

}  // namespace

Place Codes::at(std::uint64_t address) const {
  const auto is_there = [address](const Mapping& m) { return m.begin <= address && address < m.end; };
  const auto found = std::ranges::find_if(then_, is_there);
  if (found == then_.end() || !found->is_code) return {};
  Place place{.code = Code::made, .name = "", .offset = address - found->begin + found->offset};
  if (!is_file(found->path)) {
    // [vdso] and similar mappings belong to the system. Code without a file, or with an in-memory file, is made at run time.
    const bool is_systems = found->path.starts_with("[v");
    if (is_systems) place = {.code = Code::library, .name = found->path, .offset = place.offset};
    return place;
  }
  place.name = name_of(found->path);
  if (found->path == program_) {
    place.code = Code::program;
  } else if (std::ranges::find(before_, found->path) != before_.end()) {
    place.code = Code::library;
  } else {
    place.code = is_made(found->path, program_) ? Code::made : Code::driver;
  }
  return place;
}

}  // namespace classay::ending
