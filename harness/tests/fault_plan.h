// The plan of the fault layer (fault_layer.cpp): which calls go wrong, how and when. Five variables of the environment set
// it:
//
//   CLASSAY_FAULT       CALL:N:EFFECT[:VALUE], and more after commas: the N-th such call of a process, or with N+ that one
//                       and all later ones, has this effect; kEffects and misdeeds.h list them. An error code is one too.
//   CLASSAY_FAULT_IN    only in processes of these sub-commands of the program, with commas: worker, health, list-devices.
//                       The effects `discrete` and `huge` describe the device, and are there in all
//                       processes
//   CLASSAY_FAULT_ONCE  a file: only the first process that comes to a fault has it, and makes the file
//   CLASSAY_FAULT_WHILE a file: there are no faults from when it is gone
//   CLASSAY_FAULT_LOG   a file that gets a line for each wrapped call: sub-command, process, call, N, and the effect if any
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace classay::faults {

enum class Call : std::uint8_t {
#define CLASSAY_CALL(name) name,
#include "harness/tests/fault_calls.def"
#undef CLASSAY_CALL
};

inline constexpr auto kCallNames = std::to_array<std::string_view>({
#define CLASSAY_CALL(name) #name,
#include "harness/tests/fault_calls.def"
#undef CLASSAY_CALL
});

enum class Effect : std::uint8_t {
  code,
  lose,
  misdeed,
  swallow,
  part,
  flip,
  status,
  log,
  no_compiler,
  discrete,
  wild,
  clock,
  no_event,
  huge,
};

struct EffectRow {
  std::string_view name;
  Effect effect;
  int value;  // when none is given
};

inline constexpr auto kEffects = std::to_array<EffectRow>({
    {.name = "code", .effect = Effect::code, .value = -5},       // the call does nothing and returns VALUE
    {.name = "lose", .effect = Effect::lose, .value = -2},       // so does every call of the process from then on
    {.name = "swallow", .effect = Effect::swallow, .value = 0},  // does nothing, and reports success
    {.name = "part", .effect = Effect::part, .value = 0},        // does the first 64th only, and reports success
    {.name = "flip", .effect = Effect::flip, .value = 0},        // one bit is wrong, VALUE bytes before the end; 0: halfway
    {.name = "status", .effect = Effect::status, .value = -5},   // VALUE is the execution status of the event
    {.name = "log", .effect = Effect::log, .value = 0},          // the build log is kBuildLog
    {.name = "no-compiler", .effect = Effect::no_compiler, .value = 0},  // CL_DEVICE_COMPILER_AVAILABLE is false
    {.name = "discrete", .effect = Effect::discrete, .value = 0},        // CL_DEVICE_HOST_UNIFIED_MEMORY is false
    {.name = "clock", .effect = Effect::clock, .value = 3600},           // a command ends VALUE seconds after it began
    {.name = "wild", .effect = Effect::wild, .value = 0},                // kernels of the source write to address 16
    {.name = "no-event", .effect = Effect::no_event, .value = 0},        // the launch is done, and has no event
    {.name = "huge", .effect = Effect::huge, .value = 62},  // sizes are 2^VALUE, texts and memory alike; of VALUE 0 nothing
});

inline constexpr std::string_view kBuildLog = "fault layer: error: this device builds nothing today";

struct Fault {
  Call call{};
  unsigned n = 1;
  bool and_later = false;
  Effect effect = Effect::code;
  int value = 0;
  std::string deed;  // of a misdeed: its name
  std::string text;  // as the environment has it, for the log
};

// From "CALL:N:EFFECT[:VALUE]"; throws std::invalid_argument.
Fault fault_from(const std::string& text);

class Plan {
 public:
  Plan();  // from the environment; throws std::invalid_argument

  // Counts a call, and says what is wrong with it. An effect that ends the process has ended it by then.
  std::optional<Fault> next(Call call);

 private:
  bool is_this_process_meant() const;
  bool is_first_time();
  static bool is_time();
  void note(Call call, unsigned n, const std::optional<Fault>& fault) const;

  std::mutex mutex_;
  std::string command_;  // of this process
  std::vector<Fault> faults_;
  std::array<unsigned, kCallNames.size()> counts_{};
  std::optional<Fault> lost_;
  bool is_the_first_ = false;
  int log_ = -1;
};

}  // namespace classay::faults
