#include "harness/worker/sweep/programs.h"

#include <variant>

#include "harness/device/build_log.h"

namespace classay {
namespace {

constexpr std::size_t kLongestLog = std::size_t{64} << 10;
// One launch computes while the results of the one before are read.
constexpr std::size_t kSlotsInTurn = 2;

CaseVerdict verdict_for(CompilerEnd end) {
  switch (end) {
    case CompilerEnd::crashed: return CaseVerdict::crash;
    case CompilerEnd::hung: return CaseVerdict::timeout;
    case CompilerEnd::refused: break;
  }
  return CaseVerdict::fail;
}

BuildFailure failure_of(const std::string& said, CompilerEnd end) {
  BuildFailure failure{.reason = build_reason(said), .log = said.substr(0, kLongestLog), .verdict = verdict_for(end)};
  if (said.size() > kLongestLog) failure.log += "\n... cut after " + std::to_string(kLongestLog) + " bytes";
  return failure;
}

using Build = std::variant<std::unique_ptr<Program>, BuildFailure>;

Build built_of(Device& device, const std::string& name, const Source& source, FrontEnd front_end,
               const OnProgram& on_program) {
  if (on_program) on_program(name, "// Build options: " + source.options + "\n" + source.text);
  try {
    return device.build(module_of(source, front_end));
  } catch (const DeviceError& e) {
    if (e.fault() != Fault::build) throw;
    return failure_of("program '" + name + "': " + e.what(), e.compiler());
  }
}

}  // namespace

Compiler compiler_of(const Capabilities& device) {
  return {.address_bits = static_cast<int>(device.address_bits),
          .environment = device.environment,
          .language = device.newest(),
          .extensions = device.extensions};
}

Module module_of(const Source& source, FrontEnd front_end) {
  const auto assembled = writer(front_end).assembled;
  if (assembled != nullptr) return {.source = "", .il = assembled(source.text), .options = source.options};
  return {.source = source.text, .il = {}, .options = source.options};
}

Programs::Programs(Device& device, const Wanted& wanted, std::size_t slots, const OnProgram& on_program,
                   SharedProgram* shared)
    : slots_(slots) {
  if (shared != nullptr) {
    Program* const program = shared->get(device, wanted.front_end, wanted.shared_source, on_program);
    build_seconds_ = shared->take_build_seconds();
    if (program != nullptr) {
      use(device, nullptr, *program, wanted.held);
      return;
    }
  }
  whole_ = build(device, wanted, wanted.held, on_program);
  if (!whole_) return;
  slots_ = kSlotsInTurn;
  for (const int width : wanted.asked) {
    const auto failure = wanted.held.size() == 1 ? whole_ : build(device, wanted, {width}, on_program);
    if (failure) unbuilt_[width] = *failure;
  }
}

void Programs::use(Device& device, std::unique_ptr<Program> own, Program& program, const std::vector<int>& widths) {
  for (const int width : widths) place_of_[width] = built_.size();
  built_.push_back({.own = std::move(own), .program = &program, .stream = device.stream(program, slots_)});
}

void Programs::resize(Device& device, std::size_t slots) {
  if (whole_) return;
  slots_ = slots;
  for (Built& b : built_) {
    b.stream.reset();  // first, so that its memory is free
    b.stream = device.stream(*b.program, slots);
  }
}

std::optional<BuildFailure> Programs::build(Device& device, const Wanted& wanted, const std::vector<int>& widths,
                                            const OnProgram& on_program) {
  const bool is_whole = widths.size() == wanted.held.size();
  const std::string name = is_whole ? wanted.name : wanted.name + "-v" + std::to_string(widths.front());
  auto built = built_of(device, name, wanted.source(widths), wanted.front_end, on_program);
  if (const auto* failure = std::get_if<BuildFailure>(&built)) return *failure;
  auto& program = std::get<std::unique_ptr<Program>>(built);
  build_seconds_ += program->build_seconds();
  Program& kept = *program;
  use(device, std::move(program), kept, widths);
  return std::nullopt;
}

Stream& Programs::stream(int width) {
  if (const auto failed = unbuilt_.find(width); failed != unbuilt_.end()) {
    throw DeviceError(Fault::build, failed->second.log);
  }
  return *built_.at(place_of_.at(width)).stream;
}

Program* SharedProgram::get(Device& device, FrontEnd front_end, const std::function<Source()>& source,
                            const OnProgram& on_program) {
  if (program_ || failure_) return program_.get();
  auto built = built_of(device, std::string(kName), source(), front_end, on_program);
  if (auto* failure = std::get_if<BuildFailure>(&built)) {
    failure_ = std::move(*failure);
  } else {
    program_ = std::move(std::get<std::unique_ptr<Program>>(built));
    build_seconds_ = program_->build_seconds();
  }
  return program_.get();
}

}  // namespace classay
