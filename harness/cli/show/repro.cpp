#include "harness/cli/show/repro.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/cli/answer/answer.h"
#include "harness/cli/list/device_list.h"
#include "harness/cli/run/reached.h"
#include "harness/cli/run/run_line.h"
#include "harness/cli/terminal/terminal.h"
#include "harness/device/capabilities.h"
#include "harness/supervisor/child_process.h"
#include "harness/text/arguments.h"
#include "harness/text/inputs.h"
#include "harness/text/shell_word.h"
#include "harness/text/visible.h"
#include "harness/worker/judging/case_judge.h"
#include "harness/worker/sweep/call_form.h"
#include "reference/judge/judge.h"
#include "suites/judge_promise.h"

namespace classay {
namespace {

constexpr int kErrorDigits = 8;

// `error`: why the child has no results.
ReproAnswer answer_of(const ChildAnswer& child) {
  return child.answer == nullptr ? ReproAnswer{.error = child.misfortune} : repro_answer_from(*child.answer);
}

// Runs the inputs in a child, because the reproduced failure may be a crash. `form`: a call variant; empty: the plain call.
ReproAnswer ask_in_child(const Machine& machine, const ReproCase& repro, const std::string& form,
                         std::chrono::seconds timeout) {
  std::vector<std::string> words{"ask", "--device", repro.device, "--case", name(repro.asked)};
  for (const Tuple& input : repro.inputs) {
    words.insert(words.end(), {"--input", input_text(repro.asked, input)});
  }
  if (!form.empty()) words.insert(words.end(), {"--form", form});
  if (repro.constants) {
    words.insert(words.end(), {"--constants", std::string(name(*repro.constants)), "--seed", std::to_string(repro.seed)});
  }
  return answer_of(ask_child(machine.child(std::move(words)), "crowds", timeout));
}

// Indents output of a driver, to set it apart from our lines.
std::string indented(const std::string& text) {
  std::string all = "    ";
  for (const char c : text) all += c == '\n' ? std::string("\n    ") : std::string(1, c);
  return visible_lines(all);
}

// Returns the driver's build log, to print below its first useful line.
std::string log_text(const ReproAnswer& answer) { return answer.log.empty() ? "" : "\n" + indented(answer.log) + "\n"; }

class Account {
 public:
  Account(const ReproCase& repro, const Json& device, const Terminal& out)
      : repro_(repro), out_(out), judge_(repro, device) {}

  // Describes one input with its results; `wrong` counts results outside the promise.
  std::string input(const LaneReply& reply, std::size_t& wrong) const {
    const ResultBits sent = judge_.result_from(reply.sent);
    const ResultBits literal = judge_.result_from(reply.literal);
    const ParsedCall call = judge_.call_of_lane(reply);
    std::string text = asked(call) + answered("got", sent, call, wrong);
    if (!reply.literal_unbuilt.empty()) {
      ++wrong;
      text += unbuilt(reply.literal_unbuilt);
    } else if (!reply.literal_was_written) {
      text += unwritten(literal, call, wrong);
    } else if (literal != sent) {
      text += answered("as a constant", literal, call, wrong);
    }
    return text;
  }

  bool is_across() const { return goes_across_lanes(repro_.asked.row->signature); }

  // Describes a vector whose lanes make one call.
  std::string vector(std::span<const LaneReply> replies, std::size_t& wrong) const {
    const ParsedCall call = judge_.call_of_vector(replies);
    const std::vector<Bits> sent = judge_.results_of_vector(replies, &LaneReply::sent);
    const std::vector<Bits> literal = judge_.results_of_vector(replies, &LaneReply::literal);
    const std::string text = asked(call) + answered_across("got", sent, call, wrong);
    if (const std::string& why = replies.front().literal_unbuilt; !why.empty()) {
      ++wrong;
      return text + unbuilt(why);
    }
    if (!std::ranges::all_of(replies, &LaneReply::literal_was_written)) {
      ++wrong;
      return text + unwritten();
    }
    return literal == sent ? text : text + answered_across("as constants", literal, call, wrong);
  }

 private:
  static std::string asked(const ParsedCall& call) {
    std::string text;
    for (const Value& v : call.flat) text += line("input", in_words(v));
    for (const Component& c : components(call)) {
      text += line("exact", between(c.value));
      if (c.rounded[0]) text += line("nearest", in_words({c.type, *c.rounded[0]}));
    }
    return text;
  }

  // Formats a result with the width at which the kernel stores it.
  std::string shown(const ResultBits& answer) const {
    std::string text;
    for (std::size_t c = 0; c < judge_.packing().types().size(); ++c) {
      const int width = repro_.asked.width;
      text += (c == 0 ? "" : ", ") +
              in_words({judge_.packing().stored_type(width, c), judge_.packing().as_stored(width, c, answer.at(c))});
    }
    return text;
  }

  std::string answered(std::string_view label, const ResultBits& result, const ParsedCall& call, std::size_t& wrong) const {
    const Judgement j = judge_.judged(call, result);
    if (j.verdict == Verdict::wrong) ++wrong;
    return line(label, shown(result) + "   " + verdict(j)) + account(j, call);
  }

  std::string answered_across(std::string_view label, const std::vector<Bits>& results, const ParsedCall& call,
                              std::size_t& wrong) const {
    const Judgement j = judge_.judged(call, results);
    if (j.verdict == Verdict::wrong) ++wrong;
    std::string text;
    for (const Bits bits : results) text += line(text.empty() ? label : "", in_words({judge_.packing().types()[0], bits}));
    return text + line("verdict", verdict(j)) + account(j, call);
  }

  std::string unwritten() const {
    return line("as a constant", out_.paint(Style::bad, "nothing was stored: the output is unchanged"));
  }
  // If the value is undefined, a result that was never stored is right.
  std::string unwritten(const ResultBits& held, const ParsedCall& call, std::size_t& wrong) const {
    const Judgement j = judge_.judged(call, held);
    if (j.verdict == Verdict::undefined) return line("as a constant", "nothing was stored: the value is undefined");
    ++wrong;
    return unwritten();
  }
  std::string unbuilt(const std::string& why) const {
    return line("as a constant", out_.paint(Style::bad, "does not build: " + visible(why)));
  }

  std::string verdict(const Judgement& j) const {
    const Style style = j.verdict == Verdict::right   ? Style::good
                        : j.verdict == Verdict::wrong ? Style::bad
                                                      : Style::warning;
    return out_.paint(style, name(j.verdict));
  }

  std::string account(const Judgement& j, const ParsedCall& call) const {
    std::string all;
    if (j.error) all += line("error", between(enclosure(*j.error, kErrorDigits)) + " ulp");
    all += line("limit", text(judge_.promise_for(call).limit) + ", " + j.clause);
    return all + line("why", j.why) + line("reading", j.reading);
  }

  static std::string line(std::string_view label, const std::string& value) {
    return value.empty() ? "" : fmt::format("  {:<13}  {}\n", label, value);
  }

  const ReproCase& repro_;
  const Terminal& out_;
  ReproJudge judge_;
};

// With DIR and CASE, the inputs are those of the journal.
void refuse_two_sources(const ReproOptions& options) {
  const bool has_own = !options.name.empty() || !options.inputs.empty() || !options.constants.empty();
  if (options.words.empty() || !has_own) return;
  throw UsageError("repro takes DIR and CASE, or --case, --input and --constants; see classay repro --help");
}

ReproCase chosen(const ReproOptions& options) {
  if (options.words.size() == 2) return case_of_journal(options.words[0], options.words[1]);
  if (!options.words.empty())
    throw UsageError("repro takes DIR and CASE, or --device, --case and --input; see classay repro --help");
  if (options.name.empty() || options.inputs.empty()) {
    throw UsageError("repro: the case is missing; name DIR CASE, or --case CASE --input BITS");
  }
  ReproCase repro{.asked = case_to_ask(options.name), .device = options.device, .inputs = {}};
  if (repro.asked.front_end == FrontEnd::c) repro.edition = Edition::none;
  for (const std::string& text : options.inputs) repro.inputs.push_back(read_input(repro.asked, text));
  if (!options.constants.empty()) repro.constants = read_tier(options.constants);
  repro.seed = options.seed;
  return repro;
}

// Prints the inputs on one line, then each wrong lane in full, or the first lane if none is wrong.
std::string vector_text(const std::vector<LaneReply>& lanes, const Account& account, std::size_t& wrong) {
  if (account.is_across()) return "\n" + account.vector(lanes, wrong);
  std::string vector;
  std::string full;
  std::string first_lane;
  for (const LaneReply& reply : lanes) {
    vector += (vector.empty() ? "" : "  ") + reply.input;
    const std::size_t before = wrong;
    const std::string text = account.input(reply, wrong);
    if (first_lane.empty()) first_lane = text;
    if (wrong > before) full += "\n" + text;
  }
  const std::string head = lanes.size() > 1 ? "\n  vector         " + vector + "\n" : "";
  return head + (full.empty() ? "\n" + first_lane : full);
}

// Returns the lanes with the results of one work-item of a bulk launch in place of those of the lone launch.
std::vector<LaneReply> with_answer(std::vector<LaneReply> lanes, const CrowdReply& crowd) {
  for (std::size_t r = 0; r < crowd.results.size(); ++r) {
    const std::vector<std::string>& result = crowd.results[r];
    lanes.at(r) = {.input = lanes.at(r).input, .sent = result, .literal = result, .literal_was_written = true};
  }
  return lanes;
}

// Reports work-items of a bulk launch whose results differ from those of a lone work-item.
std::string crowd_text(const std::vector<LaneReply>& lanes, const std::vector<CrowdReply>& crowds, const std::string& form,
                       const Account& account, std::size_t& wrong) {
  std::string text;
  for (const CrowdReply& crowd : crowds) {
    bool is_the_same = true;
    for (std::size_t r = 0; r < crowd.results.size(); ++r) {
      is_the_same = is_the_same && lanes.at(r).sent == crowd.results[r];
    }
    if (is_the_same) continue;
    text += fmt::format("\n  {} of {} work-items of one launch{} have a different result than a single work-item:\n",
                        crowd.work_items, kCrowd, form);
    text += vector_text(with_answer(lanes, crowd), account, wrong);
  }
  return text;
}

// Runs each vector alone and in a bulk launch, then in bulk launches of each other call variant.
class Retelling {
 public:
  Retelling(const Machine& machine, const ReproCase& repro, const ReproOptions& options, const ReproAnswer& answer,
            const Streams& streams)
      : machine_(machine),
        repro_(repro),
        timeout_(options.timeout),
        streams_(streams),
        is_json_(options.json),
        account_(repro, *answer.device, streams.out) {
    const auto lanes = static_cast<std::size_t>(repro.asked.width);
    for (std::size_t first = 0; first < answer.replies.size(); first += lanes) {
      const auto begin = answer.replies.begin() + static_cast<std::ptrdiff_t>(first);
      vectors_.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(lanes));
    }
  }

  std::size_t wrong() const { return wrong_; }

  void tell_plain(const std::vector<std::vector<CrowdReply>>& crowds) {
    for (std::size_t v = 0; v < vectors_.size(); ++v) {
      write(vector_text(vectors_[v], account_, wrong_));
      write(crowd_text(vectors_[v], crowds.at(v), "", account_, wrong_));
    }
  }

  // One object per vector, and one with the number of wrong results.
  void print_json(const ReproJudge& judge) {
    for (const std::vector<LaneReply>& vector : vectors_) streams_.out.write(json_line(judge.vector_json(vector)));
    streams_.out.write(json_line({{"kind", "summary"}, {"wrong", wrong_}}));
  }

  void tell_form(const std::string& form) {
    const std::string how(in_words(call_form_named(form)));
    const ReproAnswer answer = ask_in_child(machine_, repro_, form, timeout_);
    if (!answer.error.empty()) {
      ++wrong_;
      write("\n  " + how + ": " + streams_.out.paint(Style::bad, visible(answer.error)) + "\n" + log_text(answer));
      return;
    }
    for (std::size_t v = 0; v < vectors_.size(); ++v) {
      write(crowd_text(vectors_[v], answer.crowds.at(v), " " + how, account_, wrong_));
    }
  }

 private:
  void write(const std::string& text) {
    if (!is_json_) streams_.out.write(text);
  }

  const Machine& machine_;
  const ReproCase& repro_;
  std::chrono::seconds timeout_;
  const Streams& streams_;
  bool is_json_;
  Account account_;
  std::vector<std::vector<LaneReply>> vectors_;
  std::size_t wrong_ = 0;
};

}  // namespace

void require_remote(const ReproOptions& options, const std::string& command) {
  if (!options.worker.empty()) return;
  throw UsageError(fmt::format(
      "the device of the run is on another machine; run this command:\n  classay repro --remote {} {} {}",
      command.empty() ? "COMMAND" : shell_word(command), folder_word(options.words[0]), shell_word(options.words[1])));
}

ExitCode repro_command(const ReproOptions& options, const Streams& streams) {
  refuse_two_sources(options);
  if (options.words.size() == 2 && is_probe_case(options.words[1])) return repro_probe(options, streams);
  ReproCase repro = chosen(options);
  if (!options.edition.empty()) repro.edition = read_edition(options.edition);
  if (!options.profile.empty()) repro.profile = read_profile(options.profile);
  if (!options.device.empty()) repro.device = options.device;
  if (!options.emit.empty() && repro.asked.front_end != FrontEnd::clc) {
    throw UsageError(
        "--emit writes only programs in OpenCL C; `classay run --dump-kernels` writes the assembly of a SPIR-V module");
  }
  if (!options.emit.empty()) {
    emit(options.emit, repro);
    streams.out.write(
        fmt::format("wrote host.c, kernel.cl and constants.cl; build and run: make -C {} run\n", folder_word(options.emit)));
  }
  if (repro.is_far) require_remote(options, repro.worker);
  const std::optional<Machine> machine = reached(options.worker, "", streams);
  if (!machine) return ExitCode::unusable;
  const ReproAnswer answer = ask_in_child(*machine, repro, "", options.timeout);
  if (options.json && !answer.error.empty()) {
    streams.out.write(json_line({{"kind", "error"}, {"case", name(repro.asked)}, {"error", answer.error}}));
    return ExitCode::unusable;
  }
  if (!options.json) streams.out.write(name(repro.asked) + "\n");
  if (!answer.error.empty()) {
    streams.out.write("  " + streams.out.paint(Style::bad, visible(answer.error)) + "\n" + log_text(answer));
    return ExitCode::unusable;
  }
  const Json& device = *answer.device;
  if (!options.json) streams.out.write(description(device));
  // The limits of a run of this device, if neither a run nor --spec names a specification.
  if (options.words.empty() && options.edition.empty())
    repro.edition = editions_for(device_identity_from(device)).of(repro.asked.front_end);
  Retelling retelling(*machine, repro, options, answer, streams);
  retelling.tell_plain(answer.crowds);
  for (const std::string& form : answer.forms) retelling.tell_form(form);
  if (options.json) retelling.print_json(ReproJudge(repro, device));
  return retelling.wrong() > 0 ? ExitCode::unexpected : ExitCode::promised;
}

}  // namespace classay
