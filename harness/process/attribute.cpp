#include "harness/process/attribute.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>

#include "harness/process/signals.h"

namespace classay::ending {
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
