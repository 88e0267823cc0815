// Checks that modules of printf and prefetch are valid for pointers of 32 and 64 bits, with one call for each line and
// width. The format must be in constant memory letter by letter, and operands must have the types of the environment
// ("Printf Operands"). Possible faults: a char that is not widened or is widened with the wrong sign, a promoted float, a
// text without its terminating zero, a line printed twice.
#include "kernels/il/printing.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/il/prefetching.h"
#include "kernels/il/testing.h"
#include "kernels/printing.h"

namespace classay::il {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::Words;

enum Opcode : std::uint32_t {
  kTypeVoid = 19,
  kTypeInt = 21,
  kTypeFloat = 22,
  kTypeVector = 23,
  kVariable = 59,
  kInBoundsAccessChain = 66,
  kCompositeConstruct = 80,
  kUConvert = 113,
  kSConvert = 114,
  kFConvert = 115,
};
constexpr std::uint32_t kPrintf = 184;
constexpr std::uint32_t kPrefetch = 185;
constexpr std::array kAddressBits{32, 64};

// Returns whether the instruction has a result, among the instructions used here.
bool gives_result(std::uint32_t opcode) {
  constexpr std::array<std::uint32_t, 9> kAll{testing_support::kConstant,
                                              testing_support::kConstantComposite,
                                              testing_support::kLoad,
                                              kVariable,
                                              kInBoundsAccessChain,
                                              kCompositeConstruct,
                                              kUConvert,
                                              kSConvert,
                                              kFConvert};
  return std::ranges::find(kAll, opcode) != kAll.end();
}

// A module with the definition of each of its ids.
class Parsed {
 public:
  explicit Parsed(const std::string& text) : module_(assembled(text)) {
    for (const Words& w : testing_support::instructions(module_)) {
      if (w.opcode >= kTypeVoid && w.opcode <= kTypeVector) ids_[w.operands[0]] = w;
      if (gives_result(w.opcode)) ids_[w.operands[1]] = w;
      if (w.opcode == testing_support::kExtInst) calls_.push_back(w);
    }
  }
  Parsed(const Parsed&) = delete;
  Parsed& operator=(const Parsed&) = delete;
  ~Parsed() = default;

  const std::vector<Words>& calls() const { return calls_; }
  const Words& of(std::uint32_t id) const { return ids_.at(id); }

  // "f32", "i8x4", "void": the type of a result, and the type of the value that an id names.
  std::string type(std::uint32_t id) const {
    const Words& w = of(id);
    switch (w.opcode) {
      case kTypeVoid: return "void";
      case kTypeInt: return fmt::format("i{}", w.operands[1]);
      case kTypeFloat: return fmt::format("f{}", w.operands[1]);
      case kTypeVector: return fmt::format("{}x{}", type(w.operands[1]), w.operands[2]);
      default: return "another";
    }
  }
  std::string type_of(std::uint32_t id) const { return type(of(id).operands[0]); }

  // Returns the text at a pointer to the first character of a variable, with its terminating zero.
  std::string text_at(std::uint32_t pointer) const {
    const Words& chain = of(pointer);
    EXPECT_EQ(chain.opcode, kInBoundsAccessChain);
    const Words& characters = of(of(chain.operands[2]).operands[3]);
    std::string text;
    for (const std::uint32_t c : characters.operands.subspan(2)) text += static_cast<char>(of(c).operands[2]);
    return text;
  }

 private:
  std::vector<std::uint32_t> module_;
  std::map<std::uint32_t, Words> ids_;
  std::vector<Words> calls_;
};

std::string expected_operand(Type type, int width) {
  const int bits = width > 1 ? classay::width(type) : std::max(classay::width(type), 32);
  return fmt::format("{}{}{}", is_float(type) ? "f" : "i", bits, width > 1 ? fmt::format("x{}", width) : "");
}

// The call must be that of the lines that begin with this one.
void expect_call(const Parsed& module, const Words& call, std::span<const PrintfLine> lines, std::size_t at, Type type,
                 int width) {
  EXPECT_EQ(call.operands[3], kPrintf);
  EXPECT_EQ(module.type(call.operands[0]), "i32");
  std::string format;
  std::vector<std::string> operands;
  for (std::size_t i = at; i < lines.size() && (i == at || lines[i].joins); ++i) {
    format += marked_format(lines[i], i);
    if (!lines[i].literal.empty()) operands.emplace_back("i32");
    if (!lines[i].values.empty()) operands.push_back(expected_operand(type, width));
  }
  EXPECT_EQ(module.text_at(call.operands[4]), format + '\0');
  ASSERT_EQ(call.operands.size(), 5 + operands.size());
  for (std::size_t i = 0; i < operands.size(); ++i) EXPECT_EQ(module.type_of(call.operands[5 + i]), operands[i]) << format;
}

// Checks the calls of a width from number `call` on. Returns the number after the last of them.
std::size_t expect_calls(const Parsed& module, std::size_t call, Type type, int width) {
  const std::vector<PrintfLine> lines = printf_lines(FrontEnd::il, type, width);
  for (std::size_t i = 0; i < lines.size() && call < module.calls().size(); ++i) {
    if (!lines[i].joins) expect_call(module, module.calls()[call++], lines, i, type, width);
  }
  return call;
}

TEST(IlPrinting, EveryLineIsSaidOnceWithAnOperandOfTheTypeThatIsListed) {
  for (const int bits : kAddressBits) {
    for (const Type type : kLanguageTypes) {
      const Parsed module(printing_source(type, {.address_bits = bits}).text);
      std::size_t call = 0;
      for (const int width : kVectorWidths) call = expect_calls(module, call, type, width);
      EXPECT_EQ(call, module.calls().size()) << info(type).name;
      EXPECT_GT(call, 100U);
    }
  }
}

// SPIR-V types have no sign, so the conversion instruction carries it.
TEST(IlPrinting, SmallIntegersAreWidenedByTheirSign) {
  const std::string of_chars = printing_source(Type::i8, Compiler{}).text;
  EXPECT_THAT(of_chars, testing::ContainsRegex("OpSConvert %uint %t[0-9]+_v1\n"));
  EXPECT_THAT(of_chars, Not(HasSubstr("OpUConvert")));
  EXPECT_THAT(printing_source(Type::u16, Compiler{}).text, testing::ContainsRegex("OpUConvert %uint %t[0-9]+_v1\n"));
  EXPECT_THAT(printing_source(Type::u16, Compiler{}).text, Not(HasSubstr("OpSConvert %uint")));
  EXPECT_THAT(printing_source(Type::f32, Compiler{}).text, Not(HasSubstr("Float64")));
}

TEST(IlPrinting, WhatIsPrefetchedIsAVectorInGlobalMemory) {
  for (const int bits : kAddressBits) {
    for (const Type type : kLanguageTypes) {
      const std::string text = prefetching_source(type, {.address_bits = bits}).text;
      const Parsed module(text);
      ASSERT_EQ(module.calls().size(), kVectorWidths.size());
      for (const Words& call : module.calls()) {
        EXPECT_EQ(call.operands[3], kPrefetch);
        EXPECT_EQ(module.type(call.operands[0]), "void");
        EXPECT_EQ(module.type_of(call.operands[5]), fmt::format("i{}", bits));  // size_t
      }
      EXPECT_THAT(text, testing::ContainsRegex("= OpInBoundsPtrAccessChain %global_[a-z]+3 %in_v3 %t[0-9]+_v3\n"));
    }
  }
}

// The validator must check both instructions.
TEST(IlPrinting, FaultsAreSeen) {
  const auto with = [](std::string text, const std::string& what, const std::string& other) {
    text.replace(text.find(what), what.size(), other);
    return text;
  };
  const std::string printing = printing_source(Type::f32, Compiler{}).text;
  EXPECT_THROW(assembled(with(printing, "OpExtInst %uint %std", "OpExtInst %ulong %std")), std::invalid_argument);
  EXPECT_THROW(assembled(with(printing, "%std printf %t", "%std printf %in_v1 %t")), std::invalid_argument);
  const std::string prefetching = prefetching_source(Type::f32, Compiler{}).text;
  EXPECT_THROW(assembled(with(prefetching, "OpExtInst %void %std", "OpExtInst %ulong %std")), std::invalid_argument);
  EXPECT_THROW(assembled(with(prefetching, " %ulong_1\n", " %in_v1\n")), std::invalid_argument);
}

}  // namespace
}  // namespace classay::il
