// Reads a suite file of any text, or a valid one with any text in the middle. A rejection has a place in the file; an
// accepted file has runs with different names.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "harness/cli/suite/suite_file.h"

namespace {

using namespace classay;  // NOLINT(google-build-using-namespace): a program of one file

constexpr std::string_view kValid = R"(tier = "smoke"
filter = ["a", "b"]
[env]
A = "1"
[outputs]
html = "site"
[[run]]
name = "a"
device = ["x", "y"]
env.B = "2"
[[run.fails]]
cases = "*"
owner = "me"
reason = "slow"
expires = 2027-03-31
ulp = 2.5
)";

void require(bool holds, const char* property, const std::string& text) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", property, text.c_str());
  std::abort();
}

std::string text_of(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return {};
  const std::string given(reinterpret_cast<const char*>(data) + 3, size - 3);
  if (data[0] == 0) return given;
  std::string text(kValid);
  return text.replace(data[1] % text.size(), data[2] % 16, given);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<std::string> kOptions{"device", "filter", "tier"};
  static const SuiteFile::Refused kRefused{{"out", "write it once"}};
  const std::string text = text_of(data, size);
  try {
    std::set<std::string> names;
    const SuiteFile suite = SuiteFile::parse(text, "s.toml", kOptions, kRefused);
    for (const SuiteRun& run : suite.runs()) {
      require(names.insert(run.name).second, "two runs have one name", text);
    }
    require(!names.empty(), "no run", text);
  } catch (const UsageError& e) {
    require(std::string_view(e.what()).starts_with("s.toml:"), "an error without a place", text);
    require(!e.shown("  ").empty(), "an error says nothing", text);
  }
  return 0;
}
