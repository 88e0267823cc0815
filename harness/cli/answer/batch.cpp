#include "harness/cli/answer/batch.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/cli/terminal/lines.h"
#include "harness/process/descriptors.h"
#include "harness/text/number.h"

namespace classay {
namespace {

bool is_empty(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r\v\f");
  return first == std::string_view::npos || line[first] == '#';
}

// Evaluates calls from standard input, one per line, until the input ends or the reader of the output goes away.
class Batch {
 public:
  Batch(const BatchOptions& options, const Streams& streams, const AnswerCall& answer)
      : options_(options), streams_(streams), answer_(answer) {}

  ExitCode run(const Prefix& prefix) {
    const bool watched = is_terminal(kStandardInput);
    Lines lines(kStandardInput, [this] { streams_.out.flush(); });
    try {
      while (const std::optional<std::string_view> line = lines.next()) {
        if (is_empty(*line)) continue;
        ++asked_;
        streams_.out.write(answer_line(*line, prefix, lines.number()));
        if (watched) streams_.out.flush();
      }
      streams_.out.flush();
    } catch (const Terminal::Closed&) {
      return code_;
    }
    if (bad_ > 0) {
      streams_.err.write(fmt::format("classay: {} of {} calls have no result\n", bad_, asked_));
      streams_.err.flush();
    }
    return code_;
  }

 private:
  std::string answer_line(std::string_view line, const Prefix& prefix, std::size_t number) {
    try {
      Answer a = answer_(read_call(line, prefix, options_.reading), false);
      code_ = worse(code_, a.code);
      return std::move(a.text);
    } catch (const UsageError& e) {
      return error_line(e, number, e.shown("  "), e.column(), ExitCode::usage);
    } catch (const std::exception& e) {
      return error_line(e, number, e.what(), std::nullopt, ExitCode::failed);
    }
  }

  std::string error_line(const std::exception& e, std::size_t number, const std::string& shown,
                         std::optional<std::size_t> column, ExitCode code) {
    ++bad_;
    code_ = worse(code_, code);
    if (!options_.json) {
      return fmt::format("{} {}\n", streams_.out.paint(Style::bad, fmt::format("line {}:", number)), shown);
    }
    nlohmann::ordered_json j{{"line", number}, {"error", e.what()}};
    if (column) j["column"] = *column + 1;
    return json_line(j);
  }

  const BatchOptions& options_;
  const Streams& streams_;
  const AnswerCall& answer_;
  ExitCode code_ = ExitCode::promised;
  std::size_t asked_ = 0;
  std::size_t bad_ = 0;
};

}  // namespace

ExitCode answer_calls(const BatchOptions& options, const Streams& streams, const AnswerCall& answer) {
  std::span<const std::string> words = options.words;
  const bool from_input = !words.empty() && words.back() == "-";
  if (from_input) words = words.first(words.size() - 1);
  const std::string line = fmt::format("{}", fmt::join(words, " "));
  if (from_input) return Batch(options, streams, answer).run(read_prefix(line));
  const Answer a = answer(read_call(line, {}, options.reading), true);
  streams.out.write(a.text);
  return a.code;
}

std::string call_text(const ParsedCall& call) {
  std::string text = fmt::format("{} {}", call.row->name, info(call.format).name);
  for (const auto& lanes : call.arguments) {
    char separator = ' ';
    for (const Value& v : lanes) {
      text += separator;
      text += exact_form(v);
      separator = ',';
    }
  }
  return text;
}

nlohmann::ordered_json one_or_list(const nlohmann::ordered_json& list) { return list.size() == 1 ? list[0] : list; }

nlohmann::ordered_json arguments_json(const ParsedCall& call) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const auto& lanes : call.arguments) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Value& v : lanes) list.push_back(pattern(v));
    all.push_back(one_or_list(list));
  }
  return all;
}

}  // namespace classay
