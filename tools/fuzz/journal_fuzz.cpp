// Reads a journal of any lines, as resume and merge do. Each line is accepted, or rejected with one of our messages. An
// accepted one reads back, and can be merged or is rejected there.
#include "harness/journal/journal.h"
#include "harness/journal/merge.h"
#include "harness/journal/read_json.h"
#include "harness/journal/record.h"
#include "harness/journal/tally_json.h"
#include "tools/fuzz/edits.h"

namespace {

using namespace classay;  // NOLINT(google-build-using-namespace): a program of one file

constexpr const char* kCase = "clc/math/sin/f32/default/v1";

Json first_line() {
  return {{"schema", 1U},
          {"kind", "run"},
          {"suite", {{"version", "1"}, {"dirty", false}}},
          {"device", {{"address", "0:0"}, {"name", "d"}, {"f32", {{"denormals", true}}}}},
          {"host", {{"name", "h"}}},
          {"options", {{"filters", {kCase}}, {"modes", "auto"}}},
          {"seed", 1U},
          {"tier", "smoke"},
          {"edition", "clc-3.1"},
          {"profile", "full"},
          {"shard", "1/2"},
          {"cases", 2U}};
}

Json result_line() {
  const Case c = *case_named(kCase);
  Tally t;
  for (std::uint64_t i = 0; i < 20; ++i) {
    t.add({.index = i, .inputs = {i}, .got = i, .ulps = 1}, i < 2 ? Tally::Outcome::wrong : Tally::Outcome::right, 0, true);
  }
  Json line{{"kind", "result"},
            {"case", kCase},
            {"verdict", "fail"},
            {"reason", "wrong"},
            {"inputs", {{"plan", "all of them"}, {"count", 20U}, {"hash", "0xaa"}, {"exhaustive", false}}},
            {"answers", "0x0123456789abcdef"},
            {"counts", {{"judged", t.judged()}, {"failed", t.failed()}, {"undefined", t.undefined()}}},
            {"max_ulp", {{"value", 1.0}, {"input", {"0x1"}}, {"got", "0x1"}, {"low", "1"}, {"high", "2"}}},
            {"limit", {{"text", "<= 4 ulp"}, {"value", 4.0}}}};
  const Json fields = to_json(t, *c.row, c.format);
  for (const auto& [key, value] : fields.items()) {
    if (!line.at("counts").contains(key)) line[key] = value;
  }
  line["seconds"] = {{"total", 0.5}};
  line["unbuilt"] = Json::array({{{"program", "table"}, {"inputs", 3U}, {"log", "no"}, {"reason", "no"}}});
  line["by_width"] = {{"table", {{"reason", "no"}, {"log", "no"}}}};
  line["kernels"] = {{"table", "ab"}};
  line["vectors"] = {{"0x1"}};
  line["baseline"] = {{"standing", "worse"}, {"expected", "pass"}, {"found", "fail"}};
  return line;
}

std::vector<Json> lines_in_order() {
  return {result_line(),
          {{"kind", "start"}, {"unit", "clc/math/sin/f32/default"}, {"widths", {1U, 2U}}, {"stage", "first"}},
          sealed({{"kind", "checkpoint"},
                  {"unit", "clc/math/sin/f32/default"},
                  {"widths", {1U, 2U}},
                  {"stage", "first"},
                  {"state", {{"cuts", Json::array()}}}}),
          sealed({{"kind", "attempt"}, {"unit", "clc/math/sin/f32/default"}, {"width", 1U}, {"answer", result_line()}}),
          sealed({{"kind", "abnormal"},
                  {"unit", "clc/math/sin/f32/default"},
                  {"verdict", "crash"},
                  {"blame", "driver"},
                  {"reason", "no"},
                  {"widths", {1U, 2U}},
                  {"in_flight", {1U}}}),
          {{"kind", "ignored"}, {"line", 3U}, {"what", "no"}},
          {{"kind", "end"}, {"totals", {{"fail", 1U}}}, {"left_out", {kCase}}}};
}

// Reads like read_lines of journal.cpp, and then like resume and merge.
class Reader {
 public:
  void take(const std::string& text) {
    try {
      const Json line = read_json(text);
      fuzz::require(read_json(line.dump()) == line, "it does not read back", text);
      if (!check_) {
        check_.emplace(first_record_from(line));
        return;
      }
      const JournalRecord record = journal_record_from(line);
      check_->take(record);
      record_.apply(record);
      if (std::holds_alternative<CaseResult>(record)) merge(line);
    } catch (const std::invalid_argument& e) {
      fuzz::require(*e.what() != '\0', "a refusal says nothing", text);
    } catch (const Json::exception& e) {
      fuzz::require(in_words(e).find("json.exception") == std::string::npos, "not our words", text);
    }
  }
  void look() const {
    record_.totals();
    const Json line = to_json(end_of(record_, {}));
    fuzz::require(line.contains("totals"), "an end without totals", line.dump());
  }

 private:
  static void merge(const Json& line) {
    try {
      merged_result(line.at("case").get<std::string>(), {line.dump(), line.dump(), ""});
    } catch (const JournalError&) {  // NOLINT(bugprone-empty-catch): that is a refusal
    }
  }
  std::optional<JournalCheck> check_;
  Record record_;
};

std::string text_of(const Json& line) { return line.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<Json> lines = lines_in_order();
  std::span<const std::uint8_t> bytes(data, size);
  if (bytes.empty()) return 0;
  const std::uint8_t how = bytes[0];
  bytes = bytes.subspan(1);
  Reader reader;
  if ((how & 1U) != 0) {  // any text
    reader.take(text_of(first_line()));
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());  // NOLINT: bytes are characters
    for (std::size_t end = 0; end < text.size(); text.remove_prefix(std::min(end + 1, text.size()))) {
      end = std::min(text.find('\n'), text.size());
      reader.take(std::string(text.substr(0, end)));
    }
  } else {
    reader.take(text_of(fuzz::edited(first_line(), bytes, (how & 2U) != 0 ? 1 : 0)));
    for (int i = 0; i < 8 && bytes.size() >= 5; ++i) {
      Json line = lines[bytes[0] % lines.size()];
      const bool is_sealed_anew = bytes[0] >= 128 && line.contains("digest");
      bytes = bytes.subspan(1);
      line = fuzz::edited(std::move(line), bytes, 2);
      reader.take(text_of(is_sealed_anew && line.is_object() ? sealed(line) : line));
    }
  }
  reader.look();
  return 0;
}
