#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "harness/journal/case_result.h"
#include "harness/journal/task.h"
#include "harness/text/number.h"
#include "harness/worker/judging/tally_review.h"
#include "harness/worker/sweep/result.h"
#include "reference/number/real_scope.h"
#include "reference/truth/rounded_results.h"
#include "suites/clspv.h"

namespace classay {
namespace {

// Returns the components of a result, two in parentheses. If both the wrong and the right result are NaNs, their bits show
// the difference.
std::string result_text(const AnswerPacking& packing, int width, const ResultBits& bits, bool with_bits_of_nan) {
  std::vector<std::string> all;
  for (std::size_t c = 0; c < packing.types().size(); ++c) {
    const Value v{packing.stored_type(width, c), packing.as_stored(width, c, bits.at(c))};
    const bool as_bits = with_bits_of_nan && is_nan(v);
    all.push_back(as_bits ? pattern(v) + ", a NaN" : exact_form(v));
  }
  return all.size() == 1 ? all.front() : fmt::format("({})", fmt::join(all, ", "));
}

// Returns the correctly rounded result, or the operand of as_type; nullopt if there is none.
std::optional<ResultBits> right_result(const Subject& subject, std::span<const Value> args) {
  const RealScope scope;
  const Task& task = subject.task();
  const CaseJudge& judge = subject.judge();
  const std::span<const Type> types = judge.packing().types();
  const Call call = call_of(*task.unit.row, task.unit.format, args, judge.lanes());
  const auto results = rounded_results(judge.promise().truth, call, types, judge.arithmetic().rounding);
  ResultBits right{};
  for (std::size_t c = 0; c < types.size(); ++c) {
    const std::optional<Bits> one = results.at(c);
    if (!one) return std::nullopt;
    right.at(c) = judge.promise().quiet_nan == QuietNan::kept ? args[c].bits : *one;
  }
  return right;
}

std::vector<Value> arguments_of(const Subject& subject, const Tuple& inputs) {
  std::vector<Value> args;
  for (const Type type : argument_types(*subject.task().unit.row, subject.task().unit.format)) {
    args.push_back({type, inputs.at(args.size())});
  }
  return args;
}

// Returns, for example, "exp(nan) as a constant".
std::string call_text(const Subject& subject, std::uint64_t index, std::span<const Value> args) {
  std::vector<std::string> words;
  for (const Value& arg : args) words.push_back(exact_form(arg));
  const std::string call = fmt::format("{}({})", subject.task().unit.row->name, fmt::join(words, ", "));
  return call + (subject.is_constant(index) ? " as a constant" : "");
}

// Returns the first wrong result: "; first: exp(nan) as a constant = 0x1p-126, expected nan". Empty for a call that takes
// whole vectors.
std::string example(const Subject& subject, const WidthRecord& r) {
  const std::vector<Sample>& wrong = r.tally.first_failures();
  if (wrong.empty() || subject.judge().results_of_vector() > 0) return "";
  const Sample& sample = wrong.front();
  const std::vector<Value> args = arguments_of(subject, sample.inputs);
  const std::optional<ResultBits> right = right_result(subject, args);
  const auto in_words = [&](const ResultBits& bits, bool with_bits) {
    return result_text(subject.judge().packing(), r.width, bits, with_bits);
  };
  const bool tells_nothing = right && in_words(*right, false) == in_words({sample.got, sample.second}, false);
  const std::string got = in_words({sample.got, sample.second}, tells_nothing);
  const StatedLimit* const own = subject.judge().own_limit(std::span(&sample.inputs, 1));
  return "; first: " + call_text(subject, sample.index, args) + " = " + got +
         (right ? ", expected " + in_words(*right, tells_nothing) : "") +
         (own != nullptr ? fmt::format(" ({}, {})", text(Limit(Ulp{own->ulp})), own->clause) : "");
}

// Returns the results of both launches: "; first: exp(0x1p+0) = 0x1.5bf0aap+1, then 0x1.5bf0a8p+1".
std::string second_example(const Subject& subject, const WidthRecord& r) {
  if (subject.judge().results_of_vector() > 0) return "";
  const SecondResults& s = r.second_results;
  const AnswerPacking& packing = subject.judge().packing();
  const auto in_words = [&](const ResultBits& bits, bool with_bits) {
    return result_text(packing, r.width, bits, with_bits);
  };
  const bool tells_nothing = s.first && in_words(*s.first, false) == in_words(s.second, false);
  const std::string first = s.first ? in_words(*s.first, tells_nothing) + ", then " : "";
  const std::vector<Value> args = arguments_of(subject, subject.plan().input(s.index));
  return "; first: " + call_text(subject, s.index, args) + " = " + first + in_words(s.second, tells_nothing);
}

// Describes wrong results of second launches, which the tally does not contain.
std::string wrong_again(const Subject& subject, const WidthRecord& r) {
  const std::uint64_t n = r.second_results.wrong;
  const std::string what = n == 1 ? " result" : " results";
  return std::to_string(n) + what + " wrong in a second launch of the same inputs" + second_example(subject, r);
}

// Describes results that differ between launches and are right each time; empty if there are none.
std::string unstable_text(const Subject& subject, const WidthRecord& r) {
  const std::uint64_t n = r.second_results.differing;
  if (n == 0) return "";
  const std::string what = n == 1 ? " result differs between two launches of the same inputs, both within the limit"
                                  : " results differ between two launches of the same inputs, all within the limit";
  return std::to_string(n) + what + second_example(subject, r);
}

std::string unbuilt_text(const Unbuilt& u) {
  const std::string why = "does not build: " + u.failure.reason;
  if (u.program == name(Making::table)) return "with arguments from a buffer it " + why;
  const bool is_literal = u.program == name(Making::literals);
  return is_literal ? "with constants as arguments it " + why : "with arguments that the kernel makes it " + why;
}

// Finds an error in another variant of a call whose plain variant is right.
std::optional<Finding> form_finding(const WidthRecord& r) {
  for (const FormRecord& f : r.forms) {
    const std::string how = "; the plain call is right";
    if (f.unasked) {
      const bool is_build = !f.unasked->log.empty();
      const std::string why = (is_build ? " it does not build: " : ": ") + f.unasked->reason;
      return Finding{f.unasked->verdict, std::string(in_words(f.form)) + why + how};
    }
    if (f.failed == 0) continue;
    return Finding{CaseVerdict::fail, share_reason(f.failed, f.asked) + " " + std::string(in_words(f.form)) + how};
  }
  return std::nullopt;
}

// A user who chose digests wants to know of each wrong one. With `auto` all results were read after it: the device made a
// wrong digest, but no wrong result.
bool fails_for_digests(const Task& task, const WidthRecord& r) {
  return r.wrong_digests > 0 && task.compare_on_device == UseOfDigests::always;
}

std::string digests_text(const WidthRecord& r) {
  if (r.wrong_digests == 0) return "";
  return fmt::format("{} of {} digests of the device do not match its results; all results were then read", r.wrong_digests,
                     r.digests_checked);
}

// Returns all failures in one sentence; empty if there are none.
std::string failures_text(const Subject& subject, const WidthRecord& r) {
  const bool is_asked = r.tally.judged() + r.tally.undefined() > 0;
  if (!r.unbuilt.empty() && !is_asked) return "does not build: " + r.unbuilt.front().failure.reason;
  std::vector<std::string> all;
  if (r.unwritten > 0) {
    all.push_back(std::to_string(r.unwritten) + (r.unwritten == 1 ? " result was" : " results were") +
                  " never stored: the output is unchanged");
  }
  // If the results were not read back, the guards were not either.
  if (r.beyond_end > 0 && r.unwritten == 0) {
    all.push_back(std::to_string(r.beyond_end) + (r.beyond_end == 1 ? " launch" : " launches") + " wrote " +
                  (r.wrote_beside.empty() ? "outside the output" : r.wrote_beside));
  }
  if (fails_for_digests(subject.task(), r)) {
    all.push_back(fmt::format(
        "{} of {} digests of the device do not match its results, so results that were not read are unknown; run "
        "with --compare-on-device=never",
        r.wrong_digests, r.digests_checked));
  }
  // Results that were never stored count as wrong as well.
  if (r.tally.failed() > r.unwritten) all.push_back(share_reason(r.tally.failed(), r.tally.judged()) + example(subject, r));
  if (r.second_results.wrong > 0) all.push_back(wrong_again(subject, r));
  for (const Unbuilt& u : r.unbuilt) all.push_back(unbuilt_text(u));
  const bool is_all = !all.empty() && all.size() == r.unbuilt.size();
  return fmt::format("{}{}", fmt::join(all, "; "), is_all ? "; nothing else is wrong" : "");
}

// Reports a legal program that does not build although its parts do: of all widths, or of constants and a table. No width
// that ran is to blame for it. One that did not run may be: it has a task of its own.
std::string only_in_parts(const Task& task, const Ledger& ledger) {
  const std::size_t all = widths_alike(*task.unit.row, task.unit.format, task.unit.widths.front()).size();
  const auto is_built = [](const WidthRecord& r) {
    return r.unbuilt.empty() && std::ranges::none_of(r.forms, [](const FormRecord& f) { return f.unasked.has_value(); });
  };
  if (ledger.by_width.empty() || !std::ranges::all_of(ledger.widths, is_built)) return "";
  // If one part's own program of all widths failed too, it is named, and not the shared program.
  const auto part = std::ranges::find_if(ledger.by_width, [](const auto& p) { return p.first != Programs::kShared; });
  const bool is_shared = part == ledger.by_width.end();
  const auto& [program, failure] = is_shared ? *ledger.by_width.begin() : *part;
  const std::string_view which = is_shared ? "part" : all == task.unit.widths.size() ? "width" : "width that ran here";
  return fmt::format("right, but the program '{}' of all widths does not build, and that of each {} does: {}", program,
                     which, failure.reason);
}

// A wrong result, or a compiler that refuses a legal program, is worse than a compiler that crashes on it.
CaseVerdict verdict_of_failures(const Task& task, const WidthRecord& r) {
  const bool is_wrong = r.tally.failed() > 0 || r.unwritten > 0 || r.beyond_end > 0 || fails_for_digests(task, r) ||
                        r.second_results.wrong > 0;
  const auto has = [&](CaseVerdict v) {
    return std::ranges::any_of(r.unbuilt, [v](const Unbuilt& u) { return u.failure.verdict == v; });
  };
  if (is_wrong || has(CaseVerdict::fail)) return CaseVerdict::fail;
  return has(CaseVerdict::crash) ? CaseVerdict::crash : CaseVerdict::timeout;
}

Finding judged_finding(const Sweep& sweep, const WidthRecord& r) {
  const Subject& subject = sweep.subject();
  const Task& task = subject.task();
  const Promise& promise = subject.judge().promise();
  const Ledger& ledger = sweep.ledger();
  if (ledger.inputs(subject.plan().count(r.width)) == 0) return {CaseVerdict::skip, std::string(kNoInputsReason)};
  if (const std::string why = failures_text(subject, r); !why.empty()) {
    return {verdict_of_failures(task, r), why};
  }
  if (const std::optional<Finding> found = form_finding(r)) return *found;
  if (r.tally.judged() == 0 && r.tally.undefined() > 0) {
    return {CaseVerdict::skip, no_promise_reason(text(promise.limit))};
  }
  if (r.tally.judged() == 0) return {CaseVerdict::harness_error, "no input was judged"};
  std::vector<std::string> warnings{
      unstable_text(subject, r), digests_text(r),
      quality_warning(*task.unit.row, task.unit.format, promise, subject.judge().arithmetic(), r.tally)};
  std::erase(warnings, "");
  if (warnings.empty()) warnings.push_back(only_in_parts(task, ledger));
  if (!warnings.front().empty()) return {CaseVerdict::quality_warning, fmt::format("{}", fmt::join(warnings, "; "))};
  if (promise.is_of_another) return {CaseVerdict::pass, judged_by_reason(text(promise.limit), promise.clause)};
  return {};
}

}  // namespace

// For wrong or poor results, names the component that defines them, if the specification does.
Finding finding(const Sweep& sweep, const WidthRecord& r) {
  Finding found = judged_finding(sweep, r);
  const Unit& unit = sweep.subject().task().unit;
  if (unit.front_end != FrontEnd::clspv || r.tally.failed() + r.tally.poor() == 0) return found;
  const std::string whose = whose_in_clspv(*unit.row);
  const bool is_about_results = found.verdict == CaseVerdict::fail || found.verdict == CaseVerdict::quality_warning;
  if (is_about_results && !whose.empty()) found.reason += "; " + whose;
  return found;
}

}  // namespace classay
