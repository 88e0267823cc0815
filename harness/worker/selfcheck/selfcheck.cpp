#include "harness/worker/selfcheck/selfcheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "harness/journal/task.h"
#include "harness/worker/judging/case_judge.h"
#include "harness/worker/selfcheck/loops_agree.h"
#include "reference/cpu/float_environment.h"
#include "reference/cpu/usable.h"
#include "reference/number/real_scope.h"

namespace classay {
namespace {

constexpr Arithmetic kNearest{};
constexpr Arithmetic kTowardZero{.rounding = Rounding::rtz};
constexpr Arithmetic kFlushing{.flushes = true};

constexpr Verdict kRight = Verdict::right;
constexpr Verdict kWrong = Verdict::wrong;

constexpr KnownCall kCalls[] = {
    // A limit in ulp, in each format: the nearest result, and one just past the limit.
    {"exp", Type::f32, {0x3f800000}, {0x402df854}, kRight},
    {"exp", Type::f32, {0x3f800000}, {0x402df858}, kWrong},
    {"exp", Type::f16, {0x3c00}, {0x4170}, kRight},
    {"exp", Type::f16, {0x3c00}, {0x4174}, kWrong},
    {"cos", Type::f64, {0x57bd100000000740}, {0x3f7ffff1d06dd240}, kRight},
    {"cos", Type::f64, {0x57bd100000000740}, {0x3f7ffff1d06dd246}, kWrong},
    // Beyond the largest number.
    {"exp", Type::f32, {0x42c80000}, {0x7f800000}, kRight},
    {"exp", Type::f32, {0x42c80000}, {0x7f7fffff}, kWrong},
    // Correct rounding, including a tie, in the rounding mode of the device.
    {"add", Type::f32, {0x3f800000, 0x33c00000}, {0x3f800001}, kRight},
    {"add", Type::f32, {0x3f800000, 0x33c00000}, {0x3f800000}, kWrong},
    {"add", Type::f32, {0x3f800000, 0x33c00000}, {0x3f800000}, kRight, Mode::standard, kTowardZero},
    {"add", Type::f32, {0x3f800000, 0x33c00000}, {0x3f800001}, kWrong, Mode::standard, kTowardZero},
    {"fma", Type::f32, {0x3f800001, 0x3f800001, 0xbf800000}, {0x34800000}, kRight},
    {"fma", Type::f32, {0x3f800001, 0x3f800001, 0xbf800000}, {0x34800001}, kWrong},
    {"sqrt", Type::f64, {0x4000000000000000}, {0x3ff6a09e667f3bcd}, kRight},
    {"sqrt", Type::f64, {0x4000000000000000}, {0x3ff6a09e667f3bcc}, kWrong},
    // Prescribed values: the sign of a zero, a NaN that must be a number, a number that must be a NaN.
    {"sin", Type::f32, {0x80000000}, {0x80000000}, kRight},
    {"sin", Type::f32, {0x80000000}, {0x00000000}, kWrong},
    {"pow", Type::f32, {0x3f800000, 0x7fc00000}, {0x3f800000}, kRight},
    {"pow", Type::f32, {0x3f800000, 0x7fc00000}, {0x7fc00000}, kWrong},
    {"log", Type::f32, {0xbf800000}, {0x7fc00000}, kRight},
    {"log", Type::f32, {0xbf800000}, {0x3f800000}, kWrong},
    // Subnormals, flushed where the device may and where it may not.
    {"add", Type::f32, {0x00000001, 0x00000000}, {0x00000000}, kRight, Mode::standard, kFlushing},
    {"add", Type::f32, {0x00000001, 0x00000000}, {0x00000000}, kWrong},
    // Relaxed math: an absolute limit, and results that a derived implementation can have.
    {"sin", Type::f32, {0x3f800000}, {0x3f576c8b}, kRight, Mode::relaxed},
    {"sin", Type::f32, {0x3f800000}, {0x3f59999a}, kWrong, Mode::relaxed},
    {"tan", Type::f32, {0x3f800000}, {0x3fc75923}, kRight, Mode::relaxed},
    {"tan", Type::f32, {0x3f800000}, {0x40000000}, kWrong, Mode::relaxed},
    // A wide limit, and two calls without a promise.
    {"half_exp", Type::f32, {0x3f800000}, {0x402e0000}, kRight},
    {"half_exp", Type::f32, {0x3f800000}, {0x40300000}, kWrong},
    {"native_exp", Type::f32, {0x3f800000}, {0x00000000}, kRight},
    {"exp", Type::f32, {0x7fc00000}, {0x00000000}, Verdict::undefined, Mode::finite},
    // Two results, integers, conversions.
    {"frexp", Type::f32, {0x41000000}, {0x3f000000, 4}, kRight},
    {"frexp", Type::f32, {0x41000000}, {0x3f000000, 3}, kWrong},
    {"add_sat", Type::i32, {0x7fffffff, 1}, {0x7fffffff}, kRight},
    {"add_sat", Type::i32, {0x7fffffff, 1}, {0x80000000}, kWrong},
    {"convert_int_rte", Type::f32, {0x40200000}, {2}, kRight},
    {"convert_int_rte", Type::f32, {0x40200000}, {3}, kWrong},
    {"fmod", Type::f32, {0x40e00000, 0x40400000}, {0x3f800000}, kRight},
    {"fmod", Type::f32, {0x40e00000, 0x40400000}, {0x3f800001}, kWrong},
};

Bits pattern(double x) { return std::bit_cast<std::uint32_t>(static_cast<float>(x)); }

// exp(1 + d) = e (1 + d + d^2 / 2 + ...), d below 2^-13: accurate to 2^-40.
KnownBatch exp_above_one() {
  KnownBatch b{.builtin = "exp", .how = "a certified model", .is_run = true};
  constexpr double e = 0x1.5bf0a8b145769p+1;
  for (Bits i = 0; i < 700; ++i) {
    const double d = static_cast<double>(i) * 0x1p-23;
    b.arguments.push_back({kF32.one() + i});
    b.results.push_back(pattern(e * (1 + d + d * d / 2)));
  }
  b.wrong = 345;
  b.results[b.wrong] += 8;
  return b;
}

// Roots of squares, which are exact.
KnownBatch roots_of_squares() {
  KnownBatch b{.builtin = "sqrt", .how = "values without a model"};
  for (int n = 1; n <= 700; ++n) {
    b.arguments.push_back({pattern(n * n)});
    b.results.push_back(pattern(n));
  }
  b.wrong = 601;
  b.results[b.wrong] += 4;
  return b;
}

KnownBatch remainders_of_integers() {
  KnownBatch b{.builtin = "fmod", .how = "the loops of remainders"};
  for (int n = 1; n <= 700; ++n) {
    const int divisor = n % 37 + 1;
    b.arguments.push_back({pattern(n), pattern(divisor)});
    b.results.push_back(pattern(n % divisor));
  }
  b.wrong = 77;
  b.results[b.wrong] = pattern(3.5);
  return b;
}

CaseJudge judge_for(const Row& row, Type format, Mode mode, const Arithmetic& device, bool in_bulk) {
  const Task task{.unit = {.row = &row, .format = format, .mode = mode, .widths = {1}}, .models = in_bulk, .state = nullptr};
  return {task, device, 1};
}

const Row& row_of(std::string_view builtin) {
  const Row* row = find(builtin);
  if (row == nullptr) throw std::logic_error(fmt::format("no builtin {}", builtin));
  return *row;
}

Verdict verdict(const KnownCall& call) {
  const RealScope scope;
  const CaseJudge judge = judge_for(row_of(call.builtin), call.format, call.mode, call.device, false);
  return judge.judgement(call.arguments, judge.packing().packed(call.results)).verdict;
}

std::vector<Bits> wrong(const KnownBatch& batch) {
  const RealScope scope;
  const Row& row = row_of(batch.builtin);
  const CaseJudge judge = judge_for(row, Type::f32, Mode::standard, kNearest, true);
  const Plan plan = batch.is_run
                        ? Plan::of_all(row, Type::f32)
                        : Plan::of_inputs(row, Type::f32, Making::table, {batch.arguments.begin(), batch.arguments.end()});
  const std::uint64_t first = batch.is_run ? batch.arguments[0][0] : 0;
  if (!judge.judges_in_bulk(plan, first, batch.results.size())) throw std::logic_error("it has no values");
  std::vector<std::byte> linear(batch.results.size() * sizeof(float));
  for (std::size_t i = 0; i < batch.results.size(); ++i) {
    std::memcpy(linear.data() + i * sizeof(float), &batch.results[i], sizeof(float));
  }
  const Tally tally = judge.bulk_tally(plan, first, linear, Tally()).tally;
  std::vector<Bits> arguments;
  for (const Sample& s : tally.first_failures()) arguments.push_back(s.inputs[0]);
  return arguments;
}

}  // namespace

std::span<const KnownCall> known_calls() { return kCalls; }

std::vector<KnownBatch> known_batches() { return {exp_above_one(), roots_of_squares(), remainders_of_integers()}; }

std::string text(const KnownCall& call) {
  const Row& row = row_of(call.builtin);
  std::string all = fmt::format("{} {}", call.builtin, info(call.format).name);
  for (std::size_t i = 0; i < argument_types(row, call.format).size(); ++i)
    all += fmt::format(" {:#x}", call.arguments.at(i));
  all += " =";
  for (std::size_t i = 0; i < result_types(row, call.format).size(); ++i) all += fmt::format(" {:#x}", call.results.at(i));
  return all;
}

KnownJudge judge_of_runs() { return {.verdict = verdict, .wrong = wrong}; }

namespace {

template <class Table>
void check_loops(std::string_view what, std::span<const Table* const> tables, SelfCheck& check) {
  const Traces plain = traces(*tables.front());
  for (const Table* const table : tables.subspan(1)) {
    for (const std::string& loop : differing(plain, traces(*table))) {
      check.faults.push_back(fmt::format("{}, '{}': the loop for {} has a different result than the plain one", what, loop,
                                         name_of(table->set)));
    }
    check.loops += plain.size();
  }
}

// `ask` returns the fault; empty: none.
template <class Ask>
void check_verdict(const std::string& what, SelfCheck& check, Ask ask) {
  std::string fault;
  try {
    fault = ask();
  } catch (const std::exception& e) {
    fault = std::string("could not be judged: ") + e.what();
  }
  if (!fault.empty()) check.faults.push_back(what + " " + fault);
}

void check_call(const KnownCall& call, const KnownJudge& judge, SelfCheck& check) {
  check_verdict(text(call), check, [&] {
    const Verdict got = judge.verdict(call);
    return got == call.verdict ? "" : fmt::format("is {} and was judged {}", name(call.verdict), name(got));
  });
  ++check.calls;
}

void check_batch(const KnownBatch& batch, const KnownJudge& judge, SelfCheck& check) {
  check_verdict(fmt::format("{} f32 by {}", batch.builtin, batch.how), check, [&]() -> std::string {
    const std::vector<Bits> found = judge.wrong(batch);
    const Bits wrong = batch.arguments[batch.wrong][0];
    if (std::ranges::find(found, wrong) == found.end()) return fmt::format("does not find the wrong result at {:#x}", wrong);
    return found.size() == 1 ? "" : "finds right results wrong";
  });
  check.batched += batch.results.size();
}

// Restores the environment, so that the remaining checks are valid.
void check_environment(std::string_view when, SelfCheck& check) {
  const std::optional<FloatEnvironment> found = restore_float_environment();
  if (found)
    check.faults.push_back(fmt::format("the floating-point environment {} the check: it {}", when, text_of(*found)));
}

}  // namespace

SelfCheck self_check(const LoopTables& tables, const KnownJudge& judge) {
  SelfCheck check;
  if (const auto& found = float_environment_at_start()) check.float_environment = text_of(*found);
  check_environment("before", check);
  for (const LaneLoops* const table : tables.lanes) check.sets.emplace_back(name_of(table->set));
  check_loops("lanes", tables.lanes, check);
  check_loops("results in bulk", tables.bulk, check);
  check_loops("remainders", tables.remainders, check);
  check_loops("certified values", tables.kernels, check);
  for (const KnownCall& call : known_calls()) check_call(call, judge, check);
  for (const KnownBatch& batch : known_batches()) check_batch(batch, judge, check);
  check_environment("after", check);
  return check;
}

Json to_json(const SelfCheck& check) {
  Json json{{"passed", check.passed()}, {"calls", check.calls}, {"batched", check.batched},
            {"loops", check.loops},     {"sets", check.sets},   {"faults", check.faults}};
  if (!check.float_environment.empty()) json["float_environment"] = check.float_environment;
  return json;
}

}  // namespace classay
