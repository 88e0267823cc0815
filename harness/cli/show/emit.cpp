// Writes a failing case as a stand-alone program: kernel.cl, constants.cl, host.c, a Makefile. Its user needs a C compiler
// and an OpenCL driver, but not classay.
#include <fmt/format.h>

#include <filesystem>

#include "harness/cli/answer/answer.h"
#include "harness/cli/show/repro.h"
#include "harness/process/safe_file.h"
#include "harness/text/inputs.h"
#include "suites/judge_promise.h"

namespace classay {
namespace {

constexpr std::string_view kMakefile = R"(host: host.c
	$(CC) -std=c99 -Wall -o host host.c -lOpenCL

run: host
	./host
)";

std::string braced(const std::vector<std::string>& items) { return fmt::format("{{{}}}", fmt::join(items, ", ")); }

std::string table(std::string_view declaration, const std::vector<std::string>& rows) {
  return fmt::format("static const {} = {{\n    {},\n}};\n", declaration, fmt::join(rows, ",\n    "));
}

// Returns one call per lane of a vector, or one call for all lanes.
std::vector<ParsedCall> calls_of(const Case& c, std::span<const Tuple> lanes) {
  const std::vector<Type> types = argument_types(*c.row, c.format);
  ParsedCall call{.row = c.row, .format = c.format, .lanes = lanes_of_truth(c), .arguments = {}, .flat = {}};
  if (goes_across_lanes(c.row->signature)) {
    for (std::size_t a = 0; a < types.size(); ++a) {
      std::vector<Value> values;
      for (const Tuple& lane : lanes) values.push_back({types[a], lane[a]});
      call.arguments.push_back(values);
    }
    call.flat = vector_arguments(types, lanes);
    return {call};
  }
  std::vector<ParsedCall> all;
  for (const Tuple& lane : lanes) {
    call.flat = argument_values(c, lane);
    call.arguments.clear();
    for (const Value& v : call.flat) call.arguments.push_back({v});
    all.push_back(call);
  }
  return all;
}

// The right value of one result of a vector, in C syntax.
struct Right {
  std::string nearest;
  std::string exact;
  std::string kind;  // which results are right
};

// The tables of host.c, one element per vector.
class Tables {
 public:
  explicit Tables(const Case& c)
      : case_(c), packing_(*c.row, c.format), types_(argument_types(*c.row, c.format)), inputs_(types_.size()) {
    outputs_.resize(packing_.types().size());
  }

  void add(std::span<const Tuple> lanes) {
    for (std::size_t a = 0; a < types_.size(); ++a) {
      std::vector<std::string> patterns;
      for (const Tuple& lane : lanes) patterns.push_back(pattern({types_[a], lane[a]}));
      inputs_[a].push_back(braced(patterns));
    }
    std::vector<std::string> texts;
    std::vector<std::vector<Right>> right(outputs_.size());
    for (const ParsedCall& call : calls_of(case_, lanes)) {
      const std::vector<Component> all = components(call);
      // A function across lanes has one output.
      const std::size_t outputs = outputs_.size();
      for (std::size_t k = 0; k < all.size(); ++k) {
        if (k % outputs == 0) {
          texts.push_back(fmt::format("\"{}{}\"", call_text(call), k == 0 ? "" : fmt::format(", result {}", k / outputs)));
        }
        right[k % outputs].push_back(right_of(all[k], k % outputs));
      }
    }
    results_ = texts.size();
    calls_.push_back(braced(texts));
    for (std::size_t o = 0; o < outputs_.size(); ++o) outputs_[o].add(right[o]);
  }

  std::size_t results() const { return results_; }  // per vector, in each output

  std::string text() const {
    std::vector<std::string> input_bytes;
    std::vector<std::string> result_bytes;
    std::vector<std::string> infinity;
    for (const Type t : types_) input_bytes.push_back(std::to_string(width(t) / 8));
    for (std::size_t o = 0; o < outputs_.size(); ++o) {
      const Type stored = packing_.stored_type(case_.width, o);
      result_bytes.push_back(std::to_string(width(stored) / 8));
      infinity.push_back(is_float(stored) ? pattern({stored, format(stored).infinity()}) : "0");
    }
    return fmt::format("static const size_t input_bytes[] = {};\nstatic const size_t result_bytes[] = {};\n",
                       braced(input_bytes), braced(result_bytes)) +
           fmt::format("static const cl_ulong infinity[] = {};\n", braced(infinity)) +
           table("cl_ulong inputs[ARGUMENTS][VECTORS][LANES]", outer(inputs_)) +
           table("cl_ulong nearest[OUTPUTS][VECTORS][RESULTS]", outer_of(&Output::nearest)) +
           "enum Right { NEAREST, ANY_NAN, ANYTHING };\n" +
           table("enum Right right[OUTPUTS][VECTORS][RESULTS]", outer_of(&Output::kind)) +
           table("char* const exact[OUTPUTS][VECTORS][RESULTS]", outer_of(&Output::exact)) +
           table("char* const calls[VECTORS][RESULTS]", calls_);
  }

 private:
  struct Output {
    std::vector<std::string> nearest;
    std::vector<std::string> exact;
    std::vector<std::string> kind;

    void add(const std::vector<Right>& results) {
      const auto all = [&](std::string Right::*part) {
        std::vector<std::string> texts;
        for (const Right& r : results) texts.push_back(r.*part);
        return braced(texts);
      };
      nearest.push_back(all(&Right::nearest));
      exact.push_back(all(&Right::exact));
      kind.push_back(all(&Right::kind));
    }
  };

  Right right_of(const Component& c, std::size_t output) const {
    const Type stored = packing_.stored_type(case_.width, output);
    const Bits bits = packing_.as_stored(case_.width, output, c.rounded[0].value_or(0));
    const bool is_any_nan = c.rounded[0] && is_nan({stored, bits});
    return {.nearest = pattern({stored, bits}),
            .exact = fmt::format("\"{}\"", between(c.value)),
            .kind = !c.rounded[0] ? "ANYTHING"
                    : is_any_nan  ? "ANY_NAN"
                                  : "NEAREST"};
  }

  static std::vector<std::string> outer(const std::vector<std::vector<std::string>>& all) {
    std::vector<std::string> texts;
    for (const auto& vectors : all) texts.push_back(braced(vectors));
    return texts;
  }
  std::vector<std::string> outer_of(std::vector<std::string> Output::*part) const {
    std::vector<std::vector<std::string>> all;
    for (const Output& o : outputs_) all.push_back(o.*part);
    return outer(all);
  }

  const Case& case_;
  AnswerPacking packing_;
  std::vector<Type> types_;
  std::vector<std::vector<std::string>> inputs_;
  std::vector<Output> outputs_;
  std::vector<std::string> calls_;
  std::size_t results_ = 0;
};

std::string definitions(const ReproCase& repro, const StandAlone& program, std::size_t results) {
  const Case& c = repro.asked;
  const auto lanes = static_cast<std::size_t>(c.width);
  const Promise p = promise(*c.row, c.format, repro.edition, repro.profile, c.mode, lanes_of_truth(c));
  // An address is platform:device. A name cannot be resolved here and is left to the user.
  const std::size_t colon = repro.device.find(':');
  const bool is_address = colon != std::string::npos && repro.device.find_first_not_of("0123456789:") == std::string::npos;
  const auto define = [](std::string_view name, const auto& value) { return fmt::format("#define {} {}\n", name, value); };
  const auto quoted = [](std::string_view value) { return fmt::format("\"{}\"", value); };
  return define("CASE", quoted(name(c))) + define("LIMIT", quoted(text(p.limit) + ", " + p.clause)) +
         define("OPTIONS", quoted(program.options)) + define("KERNEL", quoted(program.kernel)) +
         define("CONSTANTS_KERNEL", quoted(program.constants_kernel)) +
         define("PLATFORM", is_address ? repro.device.substr(0, colon) : "0") +
         define("DEVICE", is_address ? repro.device.substr(colon + 1) : "0") +
         define("VECTORS", program.inputs.size() / lanes) + define("LANES", lanes) +
         define("ARGUMENTS", argument_types(*c.row, c.format).size()) +
         define("OUTPUTS", AnswerPacking(*c.row, c.format).types().size()) +
         define("RESULTS", fmt::format("{}  // of a vector, in each output", results)) + "\n";
}

}  // namespace

void emit(const std::string& folder, const ReproCase& repro) {
  const std::vector<Tuple> company =
      repro.constants ? constants_of(repro.asked, *repro.constants, repro.seed) : std::vector<Tuple>();
  const StandAlone program = stand_alone(repro.asked, repro.inputs, company);
  Tables tables(repro.asked);
  const auto lanes = static_cast<std::size_t>(repro.asked.width);
  for (std::size_t i = 0; i < program.inputs.size(); i += lanes) tables.add(std::span(program.inputs).subspan(i, lanes));
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw std::runtime_error("cannot make " + folder + ": " + error.message());
  const std::filesystem::path at(folder);
  write_file(at / "kernel.cl", program.from_buffers);
  write_file(at / "constants.cl", program.constants);
  write_file(at / "host.c", std::string(host_head()) + definitions(repro, program, tables.results()) + tables.text() +
                                std::string(host_tail()));
  write_file(at / "Makefile", kMakefile);
}

}  // namespace classay
