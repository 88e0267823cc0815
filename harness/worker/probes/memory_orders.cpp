// Tests memory orders, scopes and fences of atomic functions (OpenCL C, "Order and Consistency"; C11 7.17.3) by litmus
// tests: two to four work-items run a few loads and stores on the same cells, many times, and some outcomes are forbidden.
//
// - Message passing: who reads the flag that a release stored reads the data that were stored before.
// - Store buffering: of two sequentially consistent stores, each followed by a load of the other cell, one load sees a
// store.
// - Load buffering: no acquire reads what is stored, by a release, only after the other load.
// - Coherence: later loads of a cell do not return older values.
// - Causality: a release that stores after an acquire makes visible what the acquire has seen.
// - Independent reads of independent writes: two readers see two sequentially consistent stores in the same order.
//
// An outcome that is not forbidden shows nothing, so the work-items try to keep in step. They do so by bounded waits:
// the specification promises no progress to work-items of other groups.
#include <fmt/format.h>

#include <map>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/ranges.h"
#include "kernels/source.h"

namespace classay {
namespace {

// All cells start with this value, a zero of the tests.
constexpr std::uint32_t kZero = 0x00f00000;
constexpr std::uint64_t kTeams = 64;   // PoCL gives at least 32 work-groups to one thread
constexpr std::uint64_t kTurns = 256;  // turns of each team
constexpr std::uint64_t kCells = 32;   // per turn, in two lines of 64 bytes: x and y

struct Litmus {
  std::string kernel;
  std::string said;                // the calls, for people
  std::vector<std::string> sides;  // the code of each work-item, which may set r
  std::string forbidden;           // for people
  bool (*is_forbidden)(std::span<const int> results) = nullptr;
};

// The last arguments of the explicit functions, by their order.
constexpr std::string_view kRelaxed = ", memory_order_relaxed, memory_scope_device";
constexpr std::string_view kAcquire = ", memory_order_acquire, memory_scope_device";
constexpr std::string_view kRelease = ", memory_order_release, memory_scope_device";
constexpr std::string_view kSeqCst = ", memory_order_seq_cst, memory_scope_device";

std::string fence(std::string_view order) { return fmt::format("atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE{}); ", order); }

bool is_unseen_data(std::span<const int> r) { return r.back() == 2; }
bool are_both_zero(std::span<const int> r) { return r[0] == 0 && r[1] == 0; }
bool are_both_one(std::span<const int> r) { return r[0] == 1 && r[1] == 1; }
bool is_older(std::span<const int> r) { return r[1] != 0; }
// Each reader sees only the store that it loads first.
bool is_disagreement(std::span<const int> r) { return r[2] == 1 && r[3] == 1; }

// The reader's result: 0 no flag, 2 the flag without the data, 3 both.
std::string reader(const std::string& load, const std::string& fence, const std::string& data) {
  return fmt::format("if ({} != ZERO) {{ {}r = 2 + ({} != ZERO); }}", load, fence, data);
}

void add_message_passing(std::vector<Litmus>& all) {
  const auto add = [&](const std::string& kernel, const std::string& said, const std::string& first,
                       const std::string& second) {
    all.push_back({kernel, said, {first, second}, "the flag without the data", is_unseen_data});
  };
  const std::string plain = "*(global uint*)x = ONE; ";
  const std::string read = "*(global uint*)x";
  add("message_store", "atomic_store_explicit (release) and atomic_load_explicit (acquire)",
      plain + fmt::format("atomic_store_explicit(y, ONE{});", kRelease),
      reader(fmt::format("atomic_load_explicit(y{})", kAcquire), "", read));
  add("message_relaxed_data", "a relaxed store before a release store",
      fmt::format("atomic_store_explicit(x, ONE{}); atomic_store_explicit(y, ONE{});", kRelaxed, kRelease),
      reader(fmt::format("atomic_load_explicit(y{})", kAcquire), "", fmt::format("atomic_load_explicit(x{})", kRelaxed)));
  add("message_add", "atomic_fetch_add_explicit (release and acquire)",
      plain + fmt::format("atomic_fetch_add_explicit(y, 1u{});", kRelease),
      reader(fmt::format("atomic_fetch_add_explicit(y, 0u{})", kAcquire), "", read));
  add("message_exchange", "atomic_exchange_explicit (release) and atomic_load_explicit (acquire)",
      plain + fmt::format("atomic_exchange_explicit(y, ONE{});", kRelease),
      reader(fmt::format("atomic_load_explicit(y{})", kAcquire), "", read));
  add("message_fence", "atomic_work_item_fence (release and acquire)",
      plain + fence(kRelease) + fmt::format("atomic_store_explicit(y, ONE{});", kRelaxed),
      reader(fmt::format("atomic_load_explicit(y{})", kRelaxed), fence(kAcquire), read));
  const std::string store = fmt::format("atomic_store_explicit({{}}, ONE{}); ", kRelease);
  all.push_back(
      {"causality",
       "atomic_store_explicit (release) after atomic_load_explicit (acquire)",
       {fmt::format(fmt::runtime(store), "x"),
        fmt::format("if (atomic_load_explicit(x{}) != ZERO) {{ {}}}", kAcquire, fmt::format(fmt::runtime(store), "y")),
        reader(fmt::format("atomic_load_explicit(y{})", kAcquire), "", fmt::format("atomic_load_explicit(x{})", kRelaxed))},
       "the later store without the earlier one",
       is_unseen_data});
}

void add_seq_cst(std::vector<Litmus>& all) {
  const auto add = [&](const std::string& kernel, const std::string& said, const std::string& store,
                       const std::string& load) {
    const auto side = [&](const char* own, const char* other) {
      return fmt::format("{}r = {} != ZERO;", fmt::format(fmt::runtime(store), own), fmt::format(fmt::runtime(load), other));
    };
    all.push_back({kernel, said, {side("x", "y"), side("y", "x")}, "neither load sees a store", are_both_zero});
  };
  add("buffering", "atomic_store_explicit and atomic_load_explicit (seq_cst)",
      fmt::format("atomic_store_explicit({{}}, ONE{}); ", kSeqCst), fmt::format("atomic_load_explicit({{}}{})", kSeqCst));
  add("buffering_exchange", "atomic_exchange_explicit and atomic_load_explicit (seq_cst)",
      fmt::format("atomic_exchange_explicit({{}}, ONE{}); ", kSeqCst), fmt::format("atomic_load_explicit({{}}{})", kSeqCst));
  add("buffering_fence", "atomic_work_item_fence (seq_cst)",
      fmt::format("atomic_store_explicit({{}}, ONE{}); {}", kRelaxed, fence(kSeqCst)),
      fmt::format("atomic_load_explicit({{}}{})", kRelaxed));
  add("buffering_plain", "atomic_store and atomic_load", "atomic_store({}, ONE); ", "atomic_load({})");
}

void add_independent_reads(std::vector<Litmus>& all) {
  const auto add = [&](const std::string& kernel, const std::string& said, const std::string& store,
                       const std::string& load) {
    const auto writer = [&](const char* cell) { return fmt::format(fmt::runtime(store), cell); };
    const auto reader = [&](const char* first, const char* second) {
      return fmt::format("{{ const uint a = {} != ZERO; const uint b = {} != ZERO; r = a | b << 1; }}",
                         fmt::format(fmt::runtime(load), first), fmt::format(fmt::runtime(load), second));
    };
    all.push_back({kernel,
                   said,
                   {writer("x"), writer("y"), reader("x", "y"), reader("y", "x")},
                   "two readers see the stores in different orders",
                   is_disagreement});
  };
  add("independent", "two atomic_store_explicit and four atomic_load_explicit (seq_cst)",
      fmt::format("atomic_store_explicit({{}}, ONE{}); ", kSeqCst), fmt::format("atomic_load_explicit({{}}{})", kSeqCst));
  add("independent_add", "two atomic_fetch_add_explicit and four atomic_load_explicit (seq_cst)",
      fmt::format("atomic_fetch_add_explicit({{}}, 1u{}); ", kSeqCst), fmt::format("atomic_load_explicit({{}}{})", kSeqCst));
  add("independent_plain", "two atomic_store and four atomic_load", "atomic_store({}, ONE); ", "atomic_load({})");
}

std::vector<Litmus> litmus_tests(const Capabilities& device) {
  std::vector<Litmus> all;
  all.push_back({"coherence",
                 "relaxed stores and loads of one cell",
                 {fmt::format("atomic_store_explicit(x, ONE{0}); atomic_store_explicit(x, ZERO + 2{0});", kRelaxed),
                  fmt::format("{{ const uint a = atomic_load_explicit(x{0}), b = atomic_load_explicit(x{0}); r = b < a; }}",
                              kRelaxed)},
                 "a later load returns an older value",
                 is_older});
  if (device.has_part_of_2_0("atomic-order-acq-rel")) {
    add_message_passing(all);
    const auto side = [&](const char* own, const char* other) {
      return fmt::format("r = atomic_load_explicit({}{}) != ZERO; atomic_store_explicit({}, ONE{});", other, kAcquire, own,
                         kRelease);
    };
    all.push_back({"load_buffering",
                   "acquire loads before release stores",
                   {side("x", "y"), side("y", "x")},
                   "both loads see the store after the other",
                   are_both_one});
  }
  if (device.has_part_of_2_0("atomic-order-seq-cst")) {
    add_seq_cst(all);
    add_independent_reads(all);
  }
  return all;
}

// A result of a turn in which the other work-items were in step has this bit.
constexpr std::uint32_t kInStep = 0x100;

// `pairing`: how many groups lie between the members of a team. Work-items store their turn in `steps`. The first group
// waits `patience` loads for the first turn of its team, others a part of that. A work-item that waited in vain waits less
// in later turns. In step, the members begin a turn with delays that differ in each turn.
std::string kernel(const Litmus& t) {
  std::string sides;
  for (std::size_t s = 0; s < t.sides.size(); ++s) {
    const bool is_last = s + 1 == t.sides.size();
    sides += is_last ? fmt::format("{{ {} }}", t.sides[s]) : fmt::format("if (side == {}u) {{ {} }} else ", s, t.sides[s]);
  }
  return fmt::format(R"(
kernel void {0}(global uint* out, global atomic_uint* cells, global atomic_uint* steps, ulong pairing, ulong patience) {{
  const uint group = (uint)get_group_id(0), between = (uint)pairing;
  const uint team = group / ({4}u * between) * between + group % between;
  const uint side = group / between % {4}u;
  global atomic_uint* const mine = steps + (team * {4}u + side) * 16u;
  uint most = group == 0u ? (uint)patience : (uint)patience / 64u;
  for (uint turn = 0; turn < {1}u; ++turn) {{
    global atomic_uint* const x = cells + (team * {1}u + turn) * {2}u;
    global atomic_uint* const y = x + {2}u / 2u;
    atomic_fetch_add_explicit(mine, 1u, memory_order_relaxed, memory_scope_device);
    uint waited = 0;
    for (uint next = 1; next < {4}u; ++next) {{
      global atomic_uint* const its = steps + (team * {4}u + (side + next) % {4}u) * 16u;
      while (waited < most &&
             atomic_load_explicit(its, memory_order_relaxed, memory_scope_device) < ZERO + turn + 1u) ++waited;
    }}
    uint r = 0;
    for (uint late = side % 2u == 0u ? turn % 16u : turn / 16u; late > 0u; --late) {{
      atomic_load_explicit(mine, memory_order_relaxed, memory_scope_device);
    }}
    {3}
    out[(team * {1}u + turn) * {4}u + side] = r | (waited < most ? {5}u : 0u);
    if (waited == most) most = max(most / 2u, 20u);
  }}
}}
)",
                     t.kernel, kTurns, kCells, sides, t.sides.size(), kInStep);
}

std::string source(const std::vector<Litmus>& all) {
  std::string text = fmt::format("#define ZERO {0}u\n#define ONE {1}u\n", kZero, kZero + 1);
  for (const Litmus& t : all) text += kernel(t);
  return text;
}

struct Outcomes {
  std::uint64_t forbidden = 0;
  std::uint64_t in_step = 0;  // turns
  std::uint64_t turns = 0;
};

Outcomes run_litmus(Stream& stream, const Litmus& t, std::uint64_t pairing, std::uint64_t patience) {
  const std::size_t sides = t.sides.size();
  stream.submit({.kernel = t.kernel,
                 .outputs = {kTeams * kTurns * sides * 4, kTeams * kTurns * kCells * 4, kTeams * sides * 16 * 4},
                 .inputs = {},
                 .scalars = {pairing, patience},
                 .poison = kZero,
                 .range = Range{.dimensions = 1, .size = {sides * kTeams, 1, 1}, .group = {1, 1, 1}}});
  const Finished finished = stream.wait();
  Outcomes all{.turns = kTeams * kTurns};
  std::vector<int> results(sides);
  for (std::uint64_t i = 0; i < all.turns; ++i) {
    Bits in_step = kInStep;
    for (std::size_t s = 0; s < sides; ++s) {
      const Bits said = element_at(finished.outputs.at(0), 4, sides * i + s);
      in_step &= said;
      results[s] = static_cast<int>(said & ~Bits{kInStep});
    }
    all.in_step += in_step != 0 ? 1 : 0;
    all.forbidden += t.is_forbidden(results) ? 1 : 0;
  }
  return all;
}

// Returns how long a work-item waits for another one on this device. A device that runs them one after the other, or an
// interpreter, must not wait long.
std::uint64_t patience_of(const Device& device, Stream& stream, const Litmus& t) {
  constexpr std::uint64_t kLeast = 1000;
  constexpr std::uint64_t kMost = 100'000'000;
  constexpr double kShort = 0.05;    // seconds
  run_litmus(stream, t, kTeams, 1);  // drivers compile at the first launch
  for (std::uint64_t patience = kLeast; patience < kMost; patience *= 10) {
    const double start = device.host_clock();  // a device's own clock may stand still
    if (run_litmus(stream, t, kTeams, patience).in_step > 0) return patience;
    if (device.host_clock() - start > kShort) break;
  }
  return kLeast;
}

// Repeats a test until enough turns were in step, or the device has had its chances.
Outcomes outcomes_of(Stream& stream, const Litmus& t, std::uint64_t patience, Tier tier) {
  const std::uint64_t enough = tier == Tier::smoke ? 40'000 : 1'000'000;
  const std::uint64_t most = tier == Tier::smoke ? 12 : 100;
  Outcomes all;
  for (std::uint64_t i = 0; i < most && all.in_step < enough; ++i) {
    // Neighbours, or groups that a device that divides the launch between two processors runs at the same time.
    for (const std::uint64_t pairing : {std::uint64_t{1}, kTeams}) {
      const Outcomes some = run_litmus(stream, t, pairing, patience);
      all.forbidden += some.forbidden;
      all.in_step += some.in_step;
      all.turns += some.turns;
    }
    // On a device that runs them one after the other, more launches show nothing.
    if (all.in_step == 0 && i >= 2) break;
  }
  return all;
}

class MemoryOrdersProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "memory-order"; }
  std::optional<std::string> unsupported(Device& device, const ProbeTask& /*task*/) const override {
    const Capabilities& can = device.capabilities();
    if (auto why = no_ranges(device)) return why;
    if (can.newest().major < 2) return "its OpenCL C is before 2.0";
    if (can.has_part_of_2_0("atomic-scope-device")) return std::nullopt;
    return "CL_DEVICE_ATOMIC_SCOPE_DEVICE is not in CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES";
  }
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    return or_unbuilt([&] {
      const Capabilities& can = device.capabilities();
      const std::vector<Litmus> all = litmus_tests(can);
      const std::unique_ptr<Program> program =
          device.build({.source = source(all), .il = {}, .options = generic_option(can.newest())});
      const std::unique_ptr<Stream> stream = device.stream(*program, 1);
      const std::uint64_t patience = patience_of(device, *stream, all.front());
      ProbeFinding finding;
      std::map<std::size_t, bool> has_met;  // by the number of work-items
      for (const Litmus& t : all) {
        const Outcomes o = outcomes_of(*stream, t, patience, task.tier);
        has_met[t.sides.size()] |= o.in_step > 0;
        if (o.forbidden == 0) continue;
        finding.violations.push_back(
            fmt::format("{}: {} of {} outcomes are forbidden ({})", t.said, o.forbidden, o.turns, t.forbidden));
      }
      for (const auto& [sides, is_met] : has_met) {
        if (is_met) continue;
        finding.notes.push_back(fmt::format(
            "no {} work-groups ran at the same time, so no outcome of their tests shows an order", sides == 2   ? "two"
                                                                                                   : sides == 3 ? "three"
                                                                                                                : "four"));
      }
      return finding;
    });
  }
};

}  // namespace

const Probe& memory_orders_probe() {
  static const MemoryOrdersProbe probe;
  return probe;
}

}  // namespace classay
