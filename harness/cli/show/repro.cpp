#include "harness/cli/show/repro.h"

#include <fmt/format.h>

#include "harness/cli/answer/answer.h"
#include "harness/cli/list/device_list.h"
#include "harness/cli/run/reached.h"
#include "harness/cli/run/run_line.h"
#include "harness/device/describe.h"
#include "harness/supervisor/child_answer.h"
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

// Runs the inputs in a child, because the reproduced failure may be a crash. `form`: a call variant; empty: the plain call.
ChildAnswer ask_in_child(const Machine& machine, const ReproCase& repro, const std::string& form,
                         std::chrono::seconds timeout) {
  std::vector<std::string> words{"ask", "--device", repro.device, "--case", name(repro.asked)};
  for (const Tuple& input : repro.inputs) {
    words.insert(words.end(), {"--input", input_text(repro.asked, input)});
  }
  if (!form.empty()) words.insert(words.end(), {"--form", form});
  if (repro.constants) {
    words.insert(words.end(), {"--constants", std::string(name(*repro.constants)), "--seed", std::to_string(repro.seed)});
  }
  return ask_child(machine.child(std::move(words)), "crowds", timeout);
}

std::string trouble_of(const ChildAnswer& asked) {
  return asked.answer.is_null() ? asked.misfortune : asked.answer.value("error", "");
}

// Indents output of a driver, to set it apart from our lines.
std::string indented(const std::string& text) {
  std::string all = "    ";
  for (const char c : text) all += c == '\n' ? std::string("\n    ") : std::string(1, c);
  return visible_lines(all);
}

// Returns the driver's build log, to print below its first useful line.
std::string log_text(const ChildAnswer& asked) {
  const std::string log = asked.answer.is_object() ? asked.answer.value("log", "") : "";
  return log.empty() ? "" : "\n" + indented(log) + "\n";
}

class Account {
 public:
  Account(const ReproCase& repro, const Json& device, const Terminal& out)
      : repro_(repro),
        out_(out),
        packing_(*repro.asked.row, repro.asked.format),
        promise_(limited(promise(*repro.asked.row, repro.asked.format, repro.edition, repro.profile, repro.asked.mode,
                                 lanes_of_truth(repro.asked)),
                         repro.limit)),
        arithmetic_(arithmetic(mode_under(repro.edition, repro.asked.mode), repro.asked.format, arithmetic_told(device))) {}

  // Describes one input with its results; `wrong` counts results outside the promise.
  std::string input(const Json& reply, std::size_t& wrong) const {
    const ResultBits sent = answer_from(reply.at("sent"));
    const ResultBits literal = answer_from(reply.at("literal"));
    const Tuple tuple = read_input(repro_.asked, reply.at("input").get<std::string>());
    const std::vector<Value> args = argument_values(repro_.asked, tuple);
    const ParsedCall call{.row = repro_.asked.row,
                          .format = repro_.asked.format,
                          .lanes = lanes_of_truth(repro_.asked),
                          .arguments = {},
                          .flat = args};
    std::string text = asked(call) + answered("got", sent, call, wrong);
    if (const std::string why = reply.value("literal_unbuilt", ""); !why.empty()) {
      ++wrong;
      text += unbuilt(why);
    } else if (!reply.at("literal_was_written").get<bool>()) {
      text += unwritten(literal, call, wrong);
    } else if (literal != sent) {
      text += answered("as a constant", literal, call, wrong);
    }
    return text;
  }

  bool is_across() const { return goes_across_lanes(repro_.asked.row->signature); }

  // Describes a vector whose lanes make one call.
  std::string vector(std::span<const Json> replies, std::size_t& wrong) const {
    const Row& row = *repro_.asked.row;
    std::vector<Tuple> lanes;
    for (const Json& r : replies) lanes.push_back(read_input(repro_.asked, r.at("input").get<std::string>()));
    const std::vector<Value> args = vector_arguments(argument_types(row, repro_.asked.format), lanes);
    const ParsedCall call{
        .row = &row, .format = repro_.asked.format, .lanes = repro_.asked.width, .arguments = {}, .flat = args};
    const std::vector<Bits> sent = results_of(replies, "sent");
    const std::vector<Bits> literal = results_of(replies, "literal");
    const std::string text = asked(call) + answered_across("got", sent, call, wrong);
    if (const std::string why = replies.front().value("literal_unbuilt", ""); !why.empty()) {
      ++wrong;
      return text + unbuilt(why);
    }
    if (!std::ranges::all_of(replies, [](const Json& r) { return r.at("literal_was_written").get<bool>(); })) {
      ++wrong;
      return text + unwritten();
    }
    return literal == sent ? text : text + answered_across("as constants", literal, call, wrong);
  }

 private:
  // Reads the arithmetic from the JSON of the device that ran.
  Arithmetic arithmetic_told(const Json& device) const {
    const Row& row = *repro_.asked.row;
    const Arithmetic told = arithmetic_told(device, repro_.asked.format);
    return converts_floats(row, repro_.asked.format) ? of_conversion(told, arithmetic_told(device, row.to)) : told;
  }

  static Arithmetic arithmetic_told(const Json& device, Type format) {
    if (!is_float(format)) return {};
    const Json& said = device.at(std::string(info(computed_as(format)).name));
    return {.rounding = said.value("to_nearest", true) ? Rounding::rne : Rounding::rtz,
            .flushes = !said.value("denormals", true)};
  }

  ResultBits answer_from(const Json& patterns) const {
    ResultBits answer{};
    for (std::size_t c = 0; c < packing_.types().size(); ++c) {
      answer.at(c) = read_pattern(patterns.at(c).get<std::string>(), packing_.types()[c]);
    }
    return answer;
  }

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
    for (std::size_t c = 0; c < packing_.types().size(); ++c) {
      const int width = repro_.asked.width;
      text += (c == 0 ? "" : ", ") + in_words({packing_.stored_type(width, c), packing_.as_stored(width, c, answer.at(c))});
    }
    return text;
  }

  std::string answered(std::string_view label, const ResultBits& result, const ParsedCall& call, std::size_t& wrong) const {
    const Judgement j = judge(promise_, call.call(), std::span(result).first(packing_.types().size()), arithmetic_);
    if (j.verdict == Verdict::wrong) ++wrong;
    return line(label, shown(result) + "   " + verdict(j)) + account(j);
  }

  std::vector<Bits> results_of(std::span<const Json> replies, const char* of) const {
    std::vector<Bits> results;
    for (int r = 0; r < result_count(*repro_.asked.row, repro_.asked.width); ++r) {
      results.push_back(answer_from(replies[static_cast<std::size_t>(r)].at(of))[0]);
    }
    return results;
  }

  std::string answered_across(std::string_view label, const std::vector<Bits>& results, const ParsedCall& call,
                              std::size_t& wrong) const {
    const Judgement j = judge(promise_, call.call(), results, arithmetic_);
    if (j.verdict == Verdict::wrong) ++wrong;
    std::string text;
    for (const Bits bits : results) text += line(text.empty() ? label : "", in_words({packing_.types()[0], bits}));
    return text + line("verdict", verdict(j)) + account(j);
  }

  std::string unwritten() const {
    return line("as a constant",
                out_.paint(Style::bad, "nothing was stored: the output still holds what it was filled with"));
  }
  // If the value is undefined, a result that was never stored is right.
  std::string unwritten(const ResultBits& held, const ParsedCall& call, std::size_t& wrong) const {
    const Judgement j = judge(promise_, call.call(), std::span(held).first(packing_.types().size()), arithmetic_);
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

  std::string account(const Judgement& j) const {
    std::string text;
    if (j.error) text += line("error", between(enclosure(*j.error, kErrorDigits)) + " ulp");
    text += line("limit", classay::text(promise_.limit) + ", " + j.clause);
    return text + line("why", j.why) + line("reading", j.reading);
  }

  static std::string line(std::string_view label, const std::string& value) {
    return value.empty() ? "" : fmt::format("  {:<13}  {}\n", label, value);
  }

  const ReproCase& repro_;
  const Terminal& out_;
  AnswerPacking packing_;
  Promise promise_;
  Arithmetic arithmetic_;
};

ReproCase chosen(const ReproOptions& options) {
  if (options.words.size() == 2) return case_of_journal(options.words[0], options.words[1]);
  if (!options.words.empty()) throw UsageError("repro takes DIR and CASE, or --device, --case and --input");
  if (options.name.empty() || options.inputs.empty()) {
    throw UsageError("what to reproduce is missing: DIR CASE, or --case CASE --input BITS");
  }
  ReproCase repro{.asked = case_to_ask(options.name), .device = options.device, .inputs = {}};
  if (repro.asked.front_end == FrontEnd::c) repro.edition = Edition::none;
  for (const std::string& text : options.inputs) repro.inputs.push_back(read_input(repro.asked, text));
  if (!options.constants.empty()) repro.constants = read_tier(options.constants);
  repro.seed = options.seed;
  return repro;
}

// Prints the inputs on one line, then each wrong lane in full, or the first lane if none is wrong.
std::string vector_text(const std::vector<Json>& lanes, const Account& account, std::size_t& wrong) {
  if (account.is_across()) return "\n" + account.vector(lanes, wrong);
  std::string vector;
  std::string full;
  std::string first_lane;
  for (const Json& reply : lanes) {
    vector += (vector.empty() ? "" : "  ") + reply.at("input").get<std::string>();
    const std::size_t before = wrong;
    const std::string text = account.input(reply, wrong);
    if (first_lane.empty()) first_lane = text;
    if (wrong > before) full += "\n" + text;
  }
  const std::string head = lanes.size() > 1 ? "\n  vector         " + vector + "\n" : "";
  return head + (full.empty() ? "\n" + first_lane : full);
}

// Returns the lanes with the results of one work-item of a bulk launch in place of those of the lone launch.
std::vector<Json> with_answer(std::vector<Json> lanes, const Json& results) {
  for (std::size_t r = 0; r < results.size(); ++r) {
    lanes.at(r)["sent"] = lanes.at(r)["literal"] = results.at(r);
    lanes.at(r)["literal_was_written"] = true;
    lanes.at(r)["literal_unbuilt"] = "";
  }
  return lanes;
}

// Reports work-items of a bulk launch whose results differ from those of a lone work-item.
std::string crowd_text(const std::vector<Json>& lanes, const Json& crowd, const std::string& form, const Account& account,
                       std::size_t& wrong) {
  std::string text;
  for (const Json& answer : crowd) {
    const Json& results = answer.at("results");
    bool is_the_same = true;
    for (std::size_t r = 0; r < results.size(); ++r) is_the_same = is_the_same && lanes.at(r).at("sent") == results.at(r);
    if (is_the_same) continue;
    text += fmt::format("\n  {} of {} work-items that ask this at once{} have another answer than one that asks alone:\n",
                        answer.at("work_items").get<std::uint64_t>(), kCrowd, form);
    text += vector_text(with_answer(lanes, results), account, wrong);
  }
  return text;
}

// Runs each vector alone and in a bulk launch, then in bulk launches of each other call variant.
class Retelling {
 public:
  Retelling(const Machine& machine, const ReproCase& repro, std::chrono::seconds timeout, const Json& answer,
            const Streams& streams)
      : machine_(machine),
        repro_(repro),
        timeout_(timeout),
        streams_(streams),
        account_(repro, answer.at("device"), streams.out) {
    const Json& replies = answer.at("replies");
    const auto lanes = static_cast<std::size_t>(repro.asked.width);
    for (std::size_t first = 0; first < replies.size(); first += lanes) {
      const auto begin = replies.begin() + static_cast<std::ptrdiff_t>(first);
      vectors_.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(lanes));
    }
  }

  std::size_t wrong() const { return wrong_; }

  void tell_plain(const Json& crowds) {
    for (std::size_t v = 0; v < vectors_.size(); ++v) {
      streams_.out.write(vector_text(vectors_[v], account_, wrong_));
      streams_.out.write(crowd_text(vectors_[v], crowds.at(v), "", account_, wrong_));
    }
  }

  void tell_form(const std::string& form) {
    const std::string how(in_words(call_form_named(form)));
    const ChildAnswer asked = ask_in_child(machine_, repro_, form, timeout_);
    if (const std::string trouble = trouble_of(asked); !trouble.empty()) {
      ++wrong_;
      streams_.out.write("\n  " + how + ": " + streams_.out.paint(Style::bad, visible(trouble)) + "\n" + log_text(asked));
      return;
    }
    const Json& crowds = asked.answer.at("crowds");
    for (std::size_t v = 0; v < vectors_.size(); ++v) {
      streams_.out.write(crowd_text(vectors_[v], crowds.at(v), " " + how, account_, wrong_));
    }
  }

 private:
  const Machine& machine_;
  const ReproCase& repro_;
  std::chrono::seconds timeout_;
  const Streams& streams_;
  Account account_;
  std::vector<std::vector<Json>> vectors_;
  std::size_t wrong_ = 0;
};

}  // namespace

ExitCode repro_command(const ReproOptions& options, const Streams& streams) {
  ReproCase repro = chosen(options);
  if (!options.edition.empty()) repro.edition = read_edition(options.edition);
  if (!options.profile.empty()) repro.profile = read_profile(options.profile);
  if (!options.device.empty()) repro.device = options.device;
  if (!options.emit.empty() && repro.asked.front_end != FrontEnd::clc) {
    throw UsageError("programs of their own are written in OpenCL C; `classay run --dump-kernels` has a module's assembly");
  }
  if (!options.emit.empty()) {
    emit(options.emit, repro);
    streams.out.write(
        fmt::format("wrote host.c, kernel.cl and constants.cl; build and run: make -C {} run\n", folder_word(options.emit)));
  }
  if (repro.is_far && options.worker.empty()) {
    throw UsageError("the run's device is on another machine; this asks it once more:\n  classay repro --worker " +
                     (repro.worker.empty() ? "COMMAND" : shell_word(repro.worker)) + " " + folder_word(options.words[0]) +
                     " " + shell_word(options.words[1]));
  }
  const std::optional<Machine> machine = reached(options.worker, "", streams);
  if (!machine) return ExitCode::unusable;
  const std::chrono::seconds timeout(options.timeout);
  const ChildAnswer asked = ask_in_child(*machine, repro, "", timeout);
  streams.out.write(name(repro.asked) + "\n");
  if (const std::string trouble = trouble_of(asked); !trouble.empty()) {
    streams.out.write("  " + streams.out.paint(Style::bad, visible(trouble)) + "\n" + log_text(asked));
    return ExitCode::unusable;
  }
  streams.out.write(description(asked.answer.at("device")));
  // The limits of a run of this device, if neither a run nor --edition names a specification.
  if (options.words.empty() && options.edition.empty()) {
    repro.edition = editions_for(asked.answer.at("device")).of(repro.asked.front_end);
  }
  Retelling retelling(*machine, repro, timeout, asked.answer, streams);
  retelling.tell_plain(asked.answer.at("crowds"));
  for (const Json& form : asked.answer.at("forms")) retelling.tell_form(form.get<std::string>());
  return retelling.wrong() > 0 ? ExitCode::unexpected : ExitCode::promised;
}

}  // namespace classay
