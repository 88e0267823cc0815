// Tests that moves keep bits: of vector components, of vectors reinterpreted with another number of components, and of
// objects and memory that SPIR-V copies (kernels/moves.h). The result of a move is exact for all bits.
#include "kernels/moves.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/vectors_in_memory.h"
#include "harness/worker/sweep/device_support.h"

namespace classay {
namespace {

constexpr std::uint64_t kItems = 64;
constexpr std::uint32_t kPoison = 0xfcfcfcfc;

std::size_t bytes_of(Type type) { return static_cast<std::size_t>(width(type)) / 8; }

// Returns whether a work-item got the right lanes. `in`: its two vectors; `got`: its result.
bool is_right(const Move& m, Type type, std::span<const std::byte> in, std::span<const std::byte> got) {
  const std::size_t size = bytes_of(type);
  if (m.lanes.empty()) return std::ranges::equal(got, in.first(got.size()));
  for (std::size_t lane = 0; lane < m.lanes.size(); ++lane) {
    if (m.lanes[lane] == kAnyLane) continue;
    const auto lane_got = got.subspan(lane * size, size);
    if (m.lanes[lane] == kNullLane) {
      if (std::ranges::any_of(lane_got, [](std::byte b) { return b != std::byte{0}; })) return false;
      continue;
    }
    const auto from = in.subspan(static_cast<std::size_t>(m.lanes[lane]) * size, size);
    if (!std::ranges::equal(lane_got, from)) return false;
  }
  return true;
}

enum class MoveKind : std::uint8_t { components, reinterpretations, objects };

// The moves of a width, and per move the number of work-items with a wrong lane.
struct Moved {
  MovesOfWidth asked;
  std::vector<std::uint64_t> wrong;
  std::optional<BuildFailure> unbuilt = std::nullopt;
};

Moved measure_moves(Stream& stream, Type type, const MovesOfWidth& of) {
  const std::size_t vectors = 2 * static_cast<std::size_t>(of.width);
  const std::size_t stride = move_stride(of.moves);
  const std::vector<std::size_t> offsets = move_offsets(of.moves);
  const std::vector<std::byte> in = random_elements(type, kItems * vectors);
  stream.submit({.kernel = moving_kernel_name(of.width),
                 .items = kItems,
                 .outputs = {kItems * stride},
                 .inputs = {in},
                 .scalars = {},
                 .poison = kPoison});
  const Finished finished = stream.wait();
  Moved result{.asked = of, .wrong = std::vector<std::uint64_t>(of.moves.size(), 0)};
  for (std::uint64_t item = 0; item < kItems; ++item) {
    const auto own = std::span(in).subspan(item * vectors * bytes_of(type), vectors * bytes_of(type));
    for (std::size_t k = 0; k < of.moves.size(); ++k) {
      const std::size_t size = static_cast<std::size_t>(of.moves[k].width) * bytes_of(of.moves[k].to);
      const auto got = finished.outputs.at(0).subspan(item * stride + offsets[k], size);
      result.wrong[k] += is_right(of.moves[k], type, own, got) ? 0 : 1;
    }
  }
  return result;
}

std::string in_words(const Move& m, Type type, int width, std::uint64_t wrong) {
  return fmt::format("{} of {} moved other bits, in {} of {} work-items", m.text, vector_name(type, width), wrong, kItems);
}

// Returns the moves of a type and kind by width, without empty widths. The device's capabilities decide on other types.
std::vector<MovesOfWidth> moves_of(MoveKind kind, FrontEnd front_end, Type type, const Capabilities& device) {
  std::vector<Type> others;
  std::ranges::copy_if(kLanguageTypes, std::back_inserter(others),
                       [&](Type t) { return !unsupported(device, front_end, t).has_value(); });
  std::vector<MovesOfWidth> all;
  for (const int width : kVectorWidths) {
    if (kind == MoveKind::components && width == 1) continue;
    std::vector<Move> moves = kind == MoveKind::components ? component_moves(type, width)
                              : kind == MoveKind::objects  ? object_moves(type, width)
                                                           : reinterpretations(front_end, type, width, others);
    if (!moves.empty()) all.push_back({.width = width, .moves = std::move(moves)});
  }
  return all;
}

std::vector<Moved> measure_all_moves(Device& device, FrontEnd front_end, Type type, const std::vector<MovesOfWidth>& all) {
  std::vector<int> widths;
  for (const MovesOfWidth& of : all) widths.push_back(of.width);
  const auto source = [&](const std::vector<int>& wanted) {
    std::vector<MovesOfWidth> some;
    std::ranges::copy_if(all, std::back_inserter(some),
                         [&](const MovesOfWidth& of) { return std::ranges::find(wanted, of.width) != wanted.end(); });
    return writer(front_end).moving(type, some, compiler_of(device.capabilities()));
  };
  Programs programs(device, {.name = "move", .front_end = front_end, .held = widths, .asked = widths, .source = source}, 1,
                    {});
  std::vector<Moved> results;
  for (const MovesOfWidth& of : all) {
    if (const auto failed = programs.unbuilt().find(of.width); failed != programs.unbuilt().end()) {
      results.push_back({.asked = of, .wrong = {}, .unbuilt = failed->second});
    } else {
      results.push_back(measure_moves(programs.stream(of.width), type, of));
    }
  }
  return results;
}

MoveKind kind_of_moves(const ProbeTask& task) {
  if (task.kind.name == "components") return MoveKind::components;
  return task.kind.name == "copies" ? MoveKind::objects : MoveKind::reinterpretations;
}

class MovesProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override {
    return kind == "components" || kind == "reinterpret" || kind == "copies";
  }
  std::optional<std::string> unsupported(Device& device, const ProbeTask& task) const override {
    const bool has_moves = !moves_of(kind_of_moves(task), task.front_end, task.format, device.capabilities()).empty();
    return has_moves ? std::nullopt : std::optional<std::string>("of this type nothing is said");
  }
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    const Type type = task.format;
    ProbeFinding finding;
    std::size_t moves = 0;
    const auto all = moves_of(kind_of_moves(task), task.front_end, type, device.capabilities());
    for (const Moved& m : measure_all_moves(device, task.front_end, type, all)) {
      moves += m.asked.moves.size();
      if (m.unbuilt) {
        finding.violations.push_back(vector_name(type, m.asked.width) + ": does not build: " + m.unbuilt->reason);
        finding.details = log_field(m.unbuilt->log);
      }
      for (std::size_t k = 0; k < m.wrong.size(); ++k) {
        if (m.wrong[k] > 0) finding.violations.push_back(in_words(m.asked.moves[k], type, m.asked.width, m.wrong[k]));
      }
    }
    finding.notes = {fmt::format("{} moves, by {} work-items each", moves, kItems)};
    return finding;
  }
};

}  // namespace

const Probe& moves_probe() {
  static const MovesProbe probe;
  return probe;
}

}  // namespace classay
