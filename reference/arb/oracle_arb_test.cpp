// Compares the oracle with Arb: every function and format, tens of thousands of inputs each (CLASSAY_CHECK_INPUTS, default:
// 20000), every pattern of f16 for functions of one argument, and the hard inputs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cmake/source_dir.h"
#include "reference/arb/check.h"
#include "reference/inputs/hard_inputs.h"

namespace classay::arb {
namespace {

constexpr std::uint64_t kSeed = 20260701;
constexpr std::uint64_t kPatternsOfF16 = 1 << 16;

constexpr std::uint64_t kUsualInputs = 20000;

std::uint64_t inputs_per_case() {
  const char* text = std::getenv("CLASSAY_CHECK_INPUTS");
  return text == nullptr ? kUsualInputs : std::max<std::uint64_t>(1, std::strtoull(text, nullptr, 10));
}

// A smaller number of inputs is spread over the default set. An odd step reaches every kind of input.
std::uint64_t step(std::uint64_t wanted) { return wanted >= kUsualInputs ? 1 : kUsualInputs / wanted | 1; }

bool is_unary(Shape s) { return s == Shape::unary || s == Shape::unary_to_two || s == Shape::unary_to_real_int; }

// Fails with the first few disagreements and their total number.
class Tally {
 public:
  void add(const Finding& finding) {
    ++calls_;
    covered_ += finding.covered ? 1 : 0;
    if (finding.disagreement.empty()) return;
    if (++disagreements_ <= kShown) ADD_FAILURE() << finding.disagreement;
  }
  void finish() const {
    EXPECT_EQ(disagreements_, 0U) << "of " << calls_ << " calls";
    EXPECT_GE(covered_, calls_ / 20) << "of " << calls_ << " calls were covered: too few to mean anything";
    EXPECT_GT(covered_, 0U);
  }

 private:
  static constexpr std::uint64_t kShown = 5;
  std::uint64_t calls_ = 0;
  std::uint64_t covered_ = 0;
  std::uint64_t disagreements_ = 0;
};

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const Subject& s : subjects()) {
    for (const Type type : kFloatTypes) cases.push_back({&s, type});
  }
  return cases;
}

class OracleArbTest : public testing::TestWithParam<Case> {};

TEST_P(OracleArbTest, EnclosuresOverlapAndRoundingsAgree) {
  const auto [subject, type] = GetParam();
  const std::uint64_t wanted = inputs_per_case();
  const bool every_pattern = type == Type::f16 && is_unary(subject->shape) && wanted >= kUsualInputs;
  const Inputs inputs(format(type), kSeed);
  Tally tally;
  for (std::uint64_t i = 0; i < (every_pattern ? kPatternsOfF16 : wanted); ++i) {
    const Arguments a =
        every_pattern ? arguments(type, std::array{Bits{i}}) : arguments(subject->shape, type, inputs, i * step(wanted));
    tally.add(check(*subject, a.call(type), i % 16 == 0));
  }
  tally.finish();
}

INSTANTIATE_TEST_SUITE_P(All, OracleArbTest, testing::ValuesIn(all_cases()),
                         [](const auto& param) { return name(param.param); });

// A file of hard inputs for one function.
struct HardFile {
  std::filesystem::path path;
  std::string name;
  Type type;
};
void PrintTo(const HardFile& file, std::ostream* out) { *out << file.name << ' ' << info(file.type).name; }

std::vector<HardFile> hard_files() {
  std::vector<HardFile> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(testing_support::source_dir()) + "/data/hard-inputs")) {
    const std::string stem = entry.path().stem().string();  // NAME.FORMAT
    const std::size_t dot = stem.find('.');
    files.push_back({entry.path(), stem.substr(0, dot), type_named(stem.substr(dot + 1)).value()});
  }
  std::ranges::sort(files, {}, &HardFile::path);
  return files;
}

std::string hard_file_name(const testing::TestParamInfo<HardFile>& param) {
  return param.param.name + "_" + std::string(info(param.param.type).name);
}

class HardInputsArbTest : public testing::TestWithParam<HardFile> {};

TEST_P(HardInputsArbTest, EnclosuresOverlapAndRoundingsAgree) {
  const HardFile& file = GetParam();
  const Subject& named = subject(file.name);
  std::ifstream stream(file.path);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const HardInputs inputs = parse_hard_inputs(format(file.type), is_unary(named.shape) ? 1 : 2, text);
  ASSERT_GT(inputs.rows.size(), 100U);
  Tally tally;
  for (const auto& row : inputs.rows) tally.add(check(named, arguments(file.type, row).call(file.type), true));
  tally.finish();
}

INSTANTIATE_TEST_SUITE_P(All, HardInputsArbTest, testing::ValuesIn(hard_files()), hard_file_name);

}  // namespace
}  // namespace classay::arb
