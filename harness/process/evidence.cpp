#include "harness/process/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
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

namespace {

constexpr std::array kEnders{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2};

bool is_one_of(const auto& all, int signal) { return std::ranges::find(all, signal) != all.end(); }

bool is_drivers(const Place& place) { return place.code == Code::driver || place.code == Code::made; }

// Returns the newest frame whose code acts on its own, not for its caller (as a library does).
const Place* who_did_it(const Evidence& evidence) {
  if (!evidence.sight) return nullptr;
  const std::vector<Place>& stack = evidence.sight->stack;
  const auto found = std::ranges::find_if(stack, [](const Place& p) { return is_drivers(p) || p.code == Code::program; });
  return found == stack.end() ? nullptr : &*found;
}

std::string text_of(const Place& place) {
  if (place.code == Code::program) return "classay itself";
  if (place.code == Code::made) return "code made at run time" + (place.name.empty() ? "" : " (" + place.name + ")");
  return place.name;
}

std::string how_it_ended(const Evidence& e) {
  if (e.hung) return "it hangs";
  if (e.stayed) return "closed its output and stayed";
  return e.signal == 0 ? exit_code_text(e.status) : "killed by " + signal_name(e.signal);
}

std::string call_text(const Evidence& e) {
  if (e.call.empty()) return "";
  std::string text = (e.is_in_call ? ", in " : ", after ") + e.call;
  if (!e.kernel.empty()) text += " of " + e.kernel;
  return text;
}

// " at address 0x10 in libc.so.6, called from libpocl.so.2"
std::string place_text(const Evidence& e) {
  std::string text;
  if (!e.sight) return text;
  const Sight& sight = *e.sight;
  if (sight.address) text += fmt::format(" at address {:#x}", *sight.address);
  const Place* const who = who_did_it(e);
  if (who == nullptr) return text;
  const Place& where = sight.stack.front();
  if (sight.signal == 0) return text + " by exit(), called from " + text_of(*who);
  if (&where == who) return text + " in " + text_of(where);
  return text + (where.name.empty() ? "" : " in " + where.name) + ", called from " + text_of(*who);
}

std::string memory_text(const Evidence& e) {
  return e.largest == 0 ? "" : fmt::format(" when it had {:.1f} GiB", static_cast<double>(e.largest) / 0x1p30);
}

std::string sender_text(const Evidence& e) {
  if (e.sight && e.sight->is_sent && !e.sight->sender) return ", sent by itself";
  const bool is_known = e.sight && e.sight->sender && *e.sight->sender != 0;
  return is_known ? fmt::format(", sent by process {}", *e.sight->sender) : std::string(", sent from outside");
}

Attribution by_driver_or(Blame otherwise, const Evidence& e, const std::string& sentence) {
  const bool may_be_drivers = e.is_in_call || e.launches_in_flight > 0;
  return {may_be_drivers ? Blame::driver : otherwise, sentence};
}

// Attributes an end by the child's note; without a note, by the other evidence.
Attribution by_place(const Evidence& e) {
  const std::string how = how_it_ended(e);
  if (const Place* const who = who_did_it(e)) {
    const Blame blame = who->code == Code::program ? Blame::ours : Blame::driver;
    return {blame, how + place_text(e) + (blame == Blame::driver ? call_text(e) : "")};
  }
  if (e.means_to_end) return {Blame::ours, how + ", though there was more to do"};
  // All threads of this program have room for the note, and none calls _exit unintentionally.
  const std::string unseen = e.signal == 0 ? " by _exit" : place_text(e) + ", at an unknown place";
  return by_driver_or(Blame::unknown, e, how + unseen + call_text(e));
}

// Names a descriptor through which a child communicates: "standard input (descriptor 0)".
std::string descriptor_text(int descriptor) {
  return descriptor == 0 ? "standard input (descriptor 0)" : fmt::format("the worker's output (descriptor {})", descriptor);
}

// Blames the driver if the child found that the driver ended a thread or closed a descriptor.
std::optional<Attribution> by_finding(const Evidence& e) {
  if (e.thread_ended) {
    return Attribution{Blame::driver, "the driver ended the thread that called it (pthread_exit)" + call_text(e)};
  }
  if (!e.closed_descriptor) return std::nullopt;
  return Attribution{Blame::driver, "the driver closed " + descriptor_text(*e.closed_descriptor) + call_text(e)};
}

// No child closes its output before it ends. If it has called a driver, the driver closed it.
Attribution stayed(const Evidence& e) {
  const std::string sentence = how_it_ended(e) + call_text(e);
  return e.call.empty() ? by_driver_or(Blame::unknown, e, sentence) : Attribution{Blame::driver, sentence};
}

// Returns an attribution if neither the child nor the driver is to blame.
std::optional<Attribution> by_system(const Evidence& e) {
  const std::string how = how_it_ended(e);
  if (e.killed_for_memory && e.signal == SIGKILL) {
    return Attribution{Blame::resources, "out of memory: the system killed it" + memory_text(e)};
  }
  if (e.signal == SIGKILL || is_one_of(kEnders, e.signal)) return Attribution{Blame::outside, how + sender_text(e)};
  if (e.signal == SIGXCPU) return Attribution{Blame::resources, "out of processor time: " + how};
  if (e.signal == SIGXFSZ) return Attribution{Blame::resources, "a file would become too large: " + how};
  if (e.sight && e.sight->signal != 0 && e.sight->sender) return Attribution{Blame::outside, how + sender_text(e)};
  return std::nullopt;
}

// Excuses a driver that fails because it lacks memory or disk space.
Attribution excused(Attribution attribution, const Evidence& e) {
  if (e.sight && e.sight->no_memory)
    return {Blame::resources, "out of memory" + memory_text(e) + ": " + attribution.sentence};
  if (attribution.blame == Blame::driver && !e.full_disk.empty()) {
    return {Blame::resources, "no room left on the disk of " + e.full_disk + ": " + attribution.sentence};
  }
  return attribution;
}

}  // namespace

Attribution attribute(const Evidence& e) {
  if (e.hung && e.is_stopped) return {Blame::outside, "it was stopped by a signal (SIGSTOP or its like) and not continued"};
  if (e.hung && !e.is_page_spoiled) {
    return e.is_in_call ? Attribution{Blame::driver, how_it_ended(e) + call_text(e)}
                        : Attribution{Blame::ours, how_it_ended(e) + " in classay itself"};
  }
  if (e.stayed && !e.is_page_spoiled) return stayed(e);  // this process ended it for that reason
  const std::optional<Attribution> system = e.hung ? std::nullopt : by_system(e);
  if (system) return *system;
  // The page's mark is written before the child starts, and no code of this program writes it again.
  if (e.is_page_spoiled) return excused({Blame::driver, how_it_ended(e) + ", and the record of its end was overwritten"}, e);
  if (!e.has_page) return {Blame::unknown, how_it_ended(e) + ", at an unknown place"};
  if (!e.is_watching) return {Blame::ours, how_it_ended(e) + " before a driver was loaded"};
  if (const std::optional<Attribution> found = by_finding(e)) return *found;
  return excused(by_place(e), e);
}

nlohmann::ordered_json to_json(const Evidence& e, const Attribution& attribution) {
  nlohmann::ordered_json json{{"blame", name(attribution.blame)}};
  if (e.signal != 0) json["signal"] = signal_name(e.signal);
  if (e.signal == 0 && !e.hung) json["status"] = e.status;
  if (!e.call.empty()) json[e.is_in_call ? "in_call" : "after_call"] = e.call;
  if (!e.kernel.empty()) json["kernel"] = e.kernel;
  if (e.launches_in_flight > 0) json["launches_in_flight"] = e.launches_in_flight;
  if (e.thread_ended) json["thread_ended"] = true;
  if (e.closed_descriptor) json["closed_descriptor"] = *e.closed_descriptor;
  if (e.largest > 0) json["largest_memory"] = e.largest;
  if (!e.full_disk.empty()) json["full_disk"] = e.full_disk;
  if (!e.sight) return json;
  if (e.sight->sender) json["sender"] = *e.sight->sender;
  if (e.sight->address) json["address"] = fmt::format("{:#x}", *e.sight->address);
  if (e.sight->no_memory) json["no_memory"] = true;
  auto& stack = json["stack"] = nlohmann::ordered_json::array();
  for (const Place& p : e.sight->stack) {
    if (p.code != Code::elsewhere) stack.push_back(fmt::format("{}+{:#x}", p.name.empty() ? "made" : p.name, p.offset));
  }
  return json;
}

}  // namespace classay::ending
