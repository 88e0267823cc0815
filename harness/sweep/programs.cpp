#include "harness/sweep/programs.h"

#include "harness/devices/build_log.h"
#include "kernels/il/source.h"

namespace classay {
namespace {

constexpr std::size_t kLongestLog = std::size_t{64} << 10;
// The results of a launch are read while the next one computes.
constexpr std::size_t kSlotsInTurn = 2;

BuildFailure failure_of(const std::string& said) {
  BuildFailure failure{.reason = build_reason(said), .log = said.substr(0, kLongestLog)};
  if (said.size() > kLongestLog) failure.log += "\n... cut after " + std::to_string(kLongestLog) + " bytes";
  return failure;
}

}  // namespace

Module module_of(const Source& source, FrontEnd front_end) {
  if (front_end == FrontEnd::il) return {.source = "", .il = il::assembled(source.text), .options = source.options};
  return {.source = source.text, .il = {}, .options = source.options};
}

Programs::Programs(Device& device, const Wanted& wanted, std::size_t slots, const OnProgram& on_program) : slots_(slots) {
  whole_ = build(device, wanted, wanted.held, on_program);
  if (!whole_) return;
  slots_ = kSlotsInTurn;
  for (const int width : wanted.asked) {
    const auto failure = wanted.held.size() == 1 ? whole_ : build(device, wanted, {width}, on_program);
    if (failure) unbuilt_[width] = *failure;
  }
}

std::optional<BuildFailure> Programs::build(Device& device, const Wanted& wanted, const std::vector<int>& widths,
                                            const OnProgram& on_program) {
  const bool is_whole = widths.size() == wanted.held.size();
  const std::string name = is_whole ? wanted.name : wanted.name + "-v" + std::to_string(widths.front());
  const Source source = wanted.source(widths);
  if (on_program) on_program(name, "// Build options: " + source.options + "\n" + source.text);
  Built built;
  try {
    built.program = device.build(module_of(source, wanted.front_end));
  } catch (const DeviceError& e) {
    if (e.fault() != Fault::build) throw;
    return failure_of("program '" + name + "': " + e.what());
  }
  build_seconds_ += built.program->build_seconds();
  built.stream = device.stream(*built.program, slots_);
  for (const int width : widths) place_of_[width] = built_.size();
  built_.push_back(std::move(built));
  return std::nullopt;
}

Stream& Programs::stream(int width) {
  if (const auto failed = unbuilt_.find(width); failed != unbuilt_.end()) {
    throw DeviceError(Fault::build, failed->second.log);
  }
  return *built_.at(place_of_.at(width)).stream;
}

}  // namespace classay
