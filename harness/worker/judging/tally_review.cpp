#include "harness/worker/judging/tally_review.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "harness/text/number.h"
#include "reference/judge/gross.h"
#include "reference/judge/judge.h"
#include "reference/number/real.h"
#include "reference/truth/truth.h"
#include "suites/judge_promise.h"

namespace classay {
namespace {

// The modes that a device may be tested for. Other modes change what it may do, and not which tables it should meet.
constexpr std::array kAsked{Mode::standard, Mode::relaxed, Mode::correct_div_sqrt};

struct Rules {
  Promise promise;
  Arithmetic arithmetic;
};

Rules rules_of(const Row& row, Type format, const Table& t, const Arithmetic& device) {
  return {promise(row, format, t.edition, t.profile, t.mode), arithmetic(mode_under(t.edition, t.mode), format, device)};
}

bool is_fixed(const Limit& limit) {
  return std::holds_alternative<CorrectlyRounded>(limit) || std::holds_alternative<Exact>(limit);
}

bool prescribe_alike(const Promise& a, const Promise& b) {
  return a.flushing == b.flushing && std::ranges::equal(a.rules, b.rules, {}, &Rule::sentence, &Rule::sentence);
}

// Returns whether everything that is right under b's arithmetic is right under a's.
bool is_as_lenient(const Arithmetic& a, const Arithmetic& b) {
  return a.rounding == b.rounding && a.flushes >= b.flushes && a.keeps_operands <= b.keeps_operands &&
         a.keeps_results <= b.keeps_results && a.must_flush == b.must_flush && a.nans <= b.nans &&
         a.infinities <= b.infinities && a.zero_signs <= b.zero_signs && a.edge_rules <= b.edge_rules;
}

bool are_equal(const Arithmetic& a, const Arithmetic& b) { return is_as_lenient(a, b) && is_as_lenient(b, a); }

// Returns a bound on errors in ulp below which every result is right; negative if there is none.
double sufficient_ulps(const Format& f, const Limit& limit) {
  constexpr double kNone = -1;
  if (std::holds_alternative<ImplementationDefined>(limit)) return std::numeric_limits<double>::max();
  if (const auto* l = std::get_if<Ulp>(&limit)) return l->n;
  if (const auto* l = std::get_if<UlpOn>(&limit)) return l->n;
  if (const auto* l = std::get_if<ExpRelaxed>(&limit)) return l->base;
  if (const auto* l = std::get_if<Derived>(&limit)) {
    return l->otherwise_where.empty() && !std::isnan(l->otherwise_ulp) ? l->otherwise_ulp : kNone;
  }
  if (const auto* l = std::get_if<AbsoluteOn>(&limit)) {
    if (std::isinf(l->largest)) return kNone;
    // If the exact value is at most 2^k, an ulp is at most 2^(k-p): at the power itself the smaller spacing applies.
    const double inside = std::ldexp(l->tolerance / l->largest, f.precision);
    return std::isnan(l->outside_ulp) ? inside : std::min(inside, l->outside_ulp);
  }
  return kNone;
}

// Returns the largest error of all results, including wrong ones; infinite if a result is not a number, or not the
// prescribed one.
double largest(const Tally& tally) {
  // The exact error of the first sample is not sufficient: another sample's may be larger by less than the step.
  return tally.worst().empty() ? 0 : std::fabs(resolved_error(tally.worst().front().ulps)) + kErrorStep / 2;
}

// Inputs without a promise were not judged. They are undefined or right in the other table too under two conditions: the own
// promise does not depend on the argument, and the other table does not promise more.
bool covers_undefined(const Rules& own, const Rules& other) {
  if (own.arithmetic.assumes_finite() || !own.arithmetic.edge_rules || is_fixed(other.promise.limit)) return false;
  const Limit& limit = own.promise.limit;
  return std::holds_alternative<Ulp>(limit) || std::holds_alternative<ImplementationDefined>(limit) || is_fixed(limit);
}

bool follows(const Format& f, const Rules& own, const Rules& other, const Tally& tally) {
  if (tally.judged() == 0 || !prescribe_alike(own.promise, other.promise)) return false;
  const bool is_same = own.promise.limit == other.promise.limit && are_equal(own.arithmetic, other.arithmetic);
  if (is_same && tally.poor() == 0) return tally.failed() == 0;
  if (!is_as_lenient(other.arithmetic, own.arithmetic)) return false;
  if (tally.undefined() > 0 && !covers_undefined(own, other)) return false;
  // A wrong integer component has no error in ulp.
  if (own.promise.results.size() > 1 && tally.failed() > 0) return false;
  return largest(tally) <= sufficient_ulps(f, other.promise.limit);
}

// Returns whether the other table proves one of the kept results wrong.
bool is_broken(const Row& row, Type format, const Rules& other, const Tally& tally) {
  const std::vector<Type> types = argument_types(row, format);
  const auto is_wrong = [&](const Sample& s) {
    std::vector<Value> args;
    for (std::size_t a = 0; a < types.size(); ++a) args.push_back({types[a], s.inputs.at(a)});
    const Call call = call_of(row, format, args);
    const std::array<Bits, 2> answer{s.got, s.second};
    const std::span<const Bits> components = std::span(answer).first(other.promise.results.size());
    return judge(other.promise, call, components, other.arithmetic).verdict == Verdict::wrong;
  };
  return std::ranges::any_of(tally.worst(), is_wrong) || std::ranges::any_of(tally.first_failures(), is_wrong);
}

// Tables with the same promise share one decision.
bool say_the_same(const Rules& a, const Rules& b) {
  const bool steps = !std::holds_alternative<Derived>(a.promise.limit) || a.promise.context == b.promise.context;
  return steps && a.promise.limit == b.promise.limit && prescribe_alike(a.promise, b.promise) &&
         are_equal(a.arithmetic, b.arithmetic);
}

enum class Answer : std::uint8_t { unknown, met, failed };

}  // namespace

OtherTables other_tables(const Row& row, Type format, const Table& own, const Arithmetic& device, const Tally& tally) {
  OtherTables tables;
  if (!is_float(result_types(row, format).front())) return tables;
  const Format& f = classay::format(result_types(row, format).front());
  const Rules mine = rules_of(row, format, own, device);
  std::vector<std::pair<Rules, Answer>> known;
  const auto answer = [&](const Rules& other) {
    const auto found = std::ranges::find_if(known, [&](const auto& k) { return say_the_same(k.first, other); });
    if (found != known.end()) return found->second;
    Answer a = Answer::unknown;
    if (follows(f, mine, other, tally)) {
      a = Answer::met;
    } else if (is_broken(row, format, other, tally)) {
      a = Answer::failed;
    }
    known.emplace_back(other, a);
    return a;
  };
  const std::vector<Mode> there = modes(FrontEnd::clc, row, format);  // each of kAsked is a mode of both front ends
  for (const Mode mode : kAsked) {
    if (std::ranges::find(there, mode) == there.end()) continue;
    for (const Edition edition : kEditions) {
      for (const Profile profile : kProfiles) {
        const Table table{edition, profile, mode};
        if (table == own) continue;
        const Rules other = rules_of(row, format, table, device);
        // A table without a statement can be neither met nor failed.
        if (std::holds_alternative<Unstated>(other.promise.limit) || other.promise.is_of_another) continue;
        const Answer a = answer(other);
        if (a == Answer::met) tables.met.push_back(table);
        if (a == Answer::failed) tables.failed.push_back(table);
      }
    }
  }
  return tables;
}

namespace {

// Returns the scale of the error: the magnitudes of the terms of a * b + c, or 1.
Real scale_of(const Row& row, std::span<const Value> args) {
  if (row.signature != Signature::ternary || args.size() != 3) return exact_double(1);
  Real sum = exact_product(exact(args[0]), exact(args[1]));
  mpfr_abs(sum, sum, MPFR_RNDN);
  Real addend = exact(args[2]);
  mpfr_abs(addend, addend, MPFR_RNDN);
  Real one = exact_double(1);
  Real all = exact_sum(exact_sum(sum, addend), one);
  return all;
}

// Returns whether another specification has a promise for this call and the result meets it. (OpenCL C 3.1 leaves mad of f16
// to the implementation; its SPIR-V environment allows a rounded product, which may round to infinity.)
bool is_right_elsewhere(const Row& row, const Call& call, Bits got) {
  return std::ranges::any_of(kEditions, [&](Edition edition) {
    const Promise other = promise(row, call.type, edition, Profile::full, Mode::standard);
    if (std::holds_alternative<ImplementationDefined>(other.limit) || std::holds_alternative<Unstated>(other.limit) ||
        other.is_of_another)
      return false;
    return other.results.size() == 1 && judge(other, call, std::span(&got, 1), {}).verdict == Verdict::right;
  });
}

std::string in_words(const Row& row, std::span<const Type> types, const Sample& s, Type type) {
  std::string input;
  for (std::size_t a = 0; a < types.size(); ++a) {
    input += (a > 0 ? ", " : "") + exact_form({types[a], s.inputs.at(a)});
  }
  return fmt::format("{}({}) gave {}", row.name, input,
                     is_nan({type, s.got}) ? pattern({type, s.got}) : exact_form({type, s.got}));
}

std::vector<const Sample*> kept(const Tally& tally) {
  std::vector<const Sample*> all;
  for (const Sample& s : tally.worst()) all.push_back(&s);
  for (const auto& [binade, s] : tally.per_binade()) all.push_back(&s);
  return all;
}

std::vector<Value> arguments_of(std::span<const Type> types, const Sample& s) {
  std::vector<Value> args;
  for (std::size_t a = 0; a < types.size(); ++a) args.push_back({types[a], s.inputs.at(a)});
  return args;
}

// Counts the results that the judge calls poor, and gives the reason for the first one kept.
std::string warning_of_poor(const Row& row, Type format, const Promise& promise, const Arithmetic& arithmetic,
                            const Tally& tally) {
  std::string share = fmt::format(
      "{} of {} results {}", tally.poor(), tally.judged(),
      promise.is_of_another ? "break " + text(promise.limit) + ", " + promise.clause : "break no promise, but are poor");
  if (goes_across_lanes(row.signature)) return share;
  const std::vector<Type> types = argument_types(row, format);
  for (const Sample* s : kept(tally)) {
    const std::vector<Value> args = arguments_of(types, *s);
    const std::array<Bits, 2> answer{s->got, s->second};
    const Judgement j =
        judge(promise, call_of(row, format, args), std::span(answer).first(promise.results.size()), arithmetic);
    if (j.verdict != Verdict::poor) continue;
    return fmt::format("{}: {}, which {}", share, in_words(row, types, *s, promise.results.front()), j.why);
  }
  return share;
}

}  // namespace

std::string quality_warning(const Row& row, Type format, const Promise& promise, const Arithmetic& arithmetic,
                            const Tally& tally) {
  const Type type = promise.results.front();
  if (tally.poor() > 0) return warning_of_poor(row, format, promise, arithmetic, tally);
  if (goes_across_lanes(row.signature)) return "";
  if (!std::holds_alternative<ImplementationDefined>(promise.limit) || !is_float(type)) return "";
  const RealScope scope;
  const std::vector<Type> types = argument_types(row, format);
  const Sample* first = nullptr;
  std::size_t gross = 0;
  std::size_t looked_at = 0;
  const auto look_at = [&](const Sample& s) {
    const std::vector<Value> args = arguments_of(types, s);
    const Call call = call_of(row, format, args);
    const std::vector<Truth> truths = promise.truth(call, kFirstPrecision);
    ++looked_at;
    if (!is_gross(classay::format(type), s.got, truths.front(), scale_of(row, args))) return;
    if (is_right_elsewhere(row, call, s.got)) return;
    ++gross;
    if (first == nullptr) first = &s;
  };
  for (const Sample* s : kept(tally)) look_at(*s);
  if (first == nullptr) return "";
  return fmt::format(
      "not even half of the bits are right in {} of the {} results that are kept, the largest errors of all and of each "
      "binade: {}",
      gross, looked_at, in_words(row, types, *first, type));
}

}  // namespace classay
