// Plans the faults of the fault layer (fault_layer.cpp): which calls fail, how and when. Five environment variables set the
// plan:
//
//   CLASSAY_FAULT       CALL:N:EFFECT[:VALUE], several separated by commas: the N-th call of this name in a process, or
//                       with N+ also all later ones, has this effect. kEffects and misdeeds.h list the effects; an error
//                       code is also one
//   CLASSAY_FAULT_IN    only in processes of these sub-commands, separated by commas: worker, health, list-devices.
//                       The effects `discrete` and `huge` describe the device and apply in all processes
//   CLASSAY_FAULT_ONCE  a file: only the first process that reaches a fault has it, and creates the file
//   CLASSAY_FAULT_WHILE a file: faults stop when it is removed
//   CLASSAY_FAULT_LOG   a file with one line per wrapped call: sub-command, process, call, N, and the effect if any
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
#include "tools/stand_ins/fault_calls.def"
#undef CLASSAY_CALL
};

inline constexpr auto kCallNames = std::to_array<std::string_view>({
#define CLASSAY_CALL(name) #name,
#include "tools/stand_ins/fault_calls.def"
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
  strict,
};

struct EffectRow {
  std::string_view name;
  Effect effect;
  int value;  // the default
};

inline constexpr auto kEffects = std::to_array<EffectRow>({
    {.name = "code", .effect = Effect::code, .value = -5},       // the call does nothing and returns VALUE
    {.name = "lose", .effect = Effect::lose, .value = -2},       // the same for every later call of the process
    {.name = "swallow", .effect = Effect::swallow, .value = 0},  // does nothing, but reports success
    {.name = "part", .effect = Effect::part, .value = 0},        // does only the first 64th, but reports success
    {.name = "flip", .effect = Effect::flip, .value = 0},        // one bit is wrong, VALUE bytes before the end; 0: halfway
    {.name = "status", .effect = Effect::status, .value = -5},   // VALUE is the execution status of the event
    {.name = "log", .effect = Effect::log, .value = 0},          // the build log is kBuildLog
    {.name = "no-compiler", .effect = Effect::no_compiler, .value = 0},  // CL_DEVICE_COMPILER_AVAILABLE is false
    {.name = "discrete", .effect = Effect::discrete, .value = 0},        // CL_DEVICE_HOST_UNIFIED_MEMORY is false
    {.name = "clock", .effect = Effect::clock, .value = 3600},           // a command ends VALUE seconds after its start
    {.name = "wild", .effect = Effect::wild, .value = 0},                // kernels in the source write to address 16
    {.name = "no-event", .effect = Effect::no_event, .value = 0},        // the launch completes, but has no event
    {.name = "huge", .effect = Effect::huge, .value = 62},     // sizes of texts and memory are 2^VALUE; 0 if VALUE is 0
    {.name = "strict", .effect = Effect::strict, .value = 0},  // a launch that any version calls an error is refused
});

inline constexpr std::string_view kBuildLog = "fault layer: error: this device builds nothing today";

struct Fault {
  Call call{};
  unsigned n = 1;
  bool and_later = false;
  Effect effect = Effect::code;
  int value = 0;
  std::string deed;  // the name of a misdeed
  std::string text;  // as in the environment, for the log
};

// From "CALL:N:EFFECT[:VALUE]"; throws std::invalid_argument.
Fault fault_from(const std::string& text);

class Plan {
 public:
  Plan();  // from the environment; throws std::invalid_argument

  // Counts a call and returns its fault. An effect that ends the process has already done so.
  std::optional<Fault> next(Call call);

 private:
  bool is_this_process_meant() const;
  bool is_first_time();
  static bool is_time();
  void note(Call call, unsigned n, const std::optional<Fault>& fault) const;

  std::mutex mutex_;
  std::string command_;  // the sub-command of this process
  std::vector<Fault> faults_;
  std::array<unsigned, kCallNames.size()> counts_{};
  std::optional<Fault> lost_;
  bool is_the_first_ = false;
  int log_ = -1;
};

}  // namespace classay::faults
