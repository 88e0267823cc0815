#include "harness/worker/sweep/programs.h"

#include <utility>
#include <variant>

namespace classay {
namespace {

// One launch computes while the results of the one before are read.
constexpr std::size_t kSlotsInTurn = 2;

}  // namespace

Programs::Programs(Device& device, const Wanted& wanted, std::size_t slots, const OnProgram& on_program, ProgramStore* store)
    : slots_(slots) {
  ProgramStore own(device);
  if (store == nullptr) store = &own;
  const Builder builder = [&](const std::string& name, const Source& source) {
    BuildResult built = store->build(name, source, wanted.front_end, on_program);
    build_seconds_ += store->take_build_seconds();
    return built;
  };
  if (wanted.bundle != nullptr) {
    if (std::shared_ptr<Program> program = store->build(*wanted.bundle, on_program)) {
      build_seconds_ = store->take_build_seconds();
      prefix_ = wanted.prefix;
      use(device, std::move(program), wanted.held);
      return;
    }
  }
  if (wanted.shared_source) {
    BuildResult built = builder(std::string(kShared), wanted.shared_source());
    if (auto* program = std::get_if<std::shared_ptr<Program>>(&built)) {
      use(device, std::move(*program), wanted.held);
      return;
    }
    unshared_ = std::get<BuildFailure>(built);
  }
  whole_ = build(device, wanted, wanted.held, builder);
  if (!whole_) return;
  slots_ = kSlotsInTurn;
  for (const int width : wanted.asked) {
    const auto failure = wanted.held.size() == 1 ? whole_ : build(device, wanted, {width}, builder);
    if (failure) unbuilt_[width] = *failure;
  }
}

void Programs::use(Device& device, std::shared_ptr<Program> program, const std::vector<int>& widths) {
  for (const int width : widths) place_of_[width] = built_.size();
  std::unique_ptr<Stream> stream = device.stream(*program, slots_);
  built_.push_back({.program = std::move(program), .stream = std::move(stream)});
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
                                            const Builder& builder) {
  const bool is_whole = widths.size() == wanted.held.size();
  const std::string name = is_whole ? wanted.name : wanted.name + "-v" + std::to_string(widths.front());
  BuildResult built = builder(name, wanted.source(widths));
  if (const auto* failure = std::get_if<BuildFailure>(&built)) return *failure;
  use(device, std::move(std::get<std::shared_ptr<Program>>(built)), widths);
  return std::nullopt;
}

Stream& Programs::stream(int width) {
  if (const auto failed = unbuilt_.find(width); failed != unbuilt_.end()) {
    throw DeviceError(Fault::build, failed->second.log);
  }
  return *built_.at(place_of_.at(width)).stream;
}

}  // namespace classay
