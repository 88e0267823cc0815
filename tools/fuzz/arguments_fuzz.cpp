// Parses any line as a call. A rejection has a place inside the line; an accepted call survives printing and parsing.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "harness/cli/answer/answer.h"
#include "harness/text/arguments.h"

namespace {

using namespace classay;  // NOLINT(google-build-using-namespace): a program of one file

void require(bool holds, const char* property, std::string_view line) {
  if (holds) return;
  std::fprintf(stderr, "%s: %.*s\n", property, static_cast<int>(line.size()), line.data());
  std::abort();
}

bool same(const Value& a, const Value& b) {  // payloads of NaN are not printed
  return a == b || (a.type == b.type && is_nan(a) && is_nan(b));
}

void check_call(const ParsedCall& call, std::string_view line) {
  require(call.row != nullptr && call.row->formats.contains(call.format), "a call of no row", line);
  const std::string told = call_text(call);
  const ParsedCall again = read_call(told, {}, {});
  require(again.format == call.format && again.lanes == call.lanes, "told otherwise", told);
  require(std::equal(again.flat.begin(), again.flat.end(), call.flat.begin(), call.flat.end(), same), "told wrongly", told);
  require(again.notes.empty(), "told inexactly", told);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Reading reading{.notation = (data[0] & 1) != 0 ? Notation::bits : Notation::value,
                        .with_results = (data[0] & 2) != 0};
  const std::string_view line(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    check_call(read_call(line, (data[0] & 4) != 0 ? read_prefix("dot f32") : Prefix{}, reading), line);
  } catch (const UsageError& e) {
    require(e.column().value_or(0) <= line.size(), "an error stands outside the line", line);
    require(!e.shown("  ").empty(), "an error says nothing", line);
  }
  return 0;
}
