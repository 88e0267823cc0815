// Tests, through either front end, that a device that prints what the host prints is accepted. A wrong digit, a missing
// line, lines in another order, and a return value other than 0 each give a violation. Output during a capture is captured
// and does not go elsewhere.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <functional>

#include "harness/process/descriptors.h"
#include "harness/worker/probes/testing.h"
#include "suites/printf.h"

namespace classay {
namespace {

using probe_test::AnsweringDevice;
using probe_test::findings;
using probe_test::width_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Changes a line's text; nullopt: nothing is printed.
using Voice = std::function<std::optional<std::string>(std::size_t line, const std::string& text)>;

AnsweringDevice printer(FrontEnd front_end, Type type, const Voice& voice, std::uint64_t code = 0) {
  return AnsweringDevice([=](const Module& module, const Launch& launch) {
    EXPECT_EQ(module.il.empty(), front_end == FrontEnd::clc);
    EXPECT_EQ(module.source.empty(), front_end == FrontEnd::il);
    const std::vector<PrintfLine> lines = printf_lines(front_end, type, width_of(launch.kernel));
    std::vector<std::byte> output(launch.outputs.at(0));
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::memcpy(&output.at(8 * i), &code, 8);
      const auto text = voice(i, usual_text(type, lines[i]));
      if (text) std::fputs(fmt::format("<{0}|{1}|{0}>\n", i, *text).c_str(), stdout);
    }
    return output;
  });
}

std::vector<std::string> all_violations(Type type, const Voice& voice, std::uint64_t code = 0,
                                        FrontEnd front_end = FrontEnd::clc) {
  AnsweringDevice device = printer(front_end, type, voice, code);
  return probe_test::violations_of(device, "printf", type, front_end);
}

const Voice kRight = [](std::size_t, const std::string& text) { return std::optional(text); };

TEST(PrintingTest, ADeviceThatPrintsRightHasNoViolation) {
  for (const Type type : {Type::f16, Type::f32, Type::f64, Type::i8, Type::u16, Type::i32, Type::u64}) {
    for (const FrontEnd front_end : {FrontEnd::clc, FrontEnd::il}) {
      EXPECT_THAT(all_violations(type, kRight, 0, front_end), IsEmpty()) << info(type).name;
    }
  }
}

TEST(PrintingTest, OneWrongLineIsOneViolationOfEachWidth) {
  const Voice wrong = [](std::size_t i, const std::string& text) { return std::optional(i == 3 ? text + "0" : text); };
  for (const FrontEnd front_end : {FrontEnd::clc, FrontEnd::il})
    EXPECT_THAT(all_violations(Type::f32, wrong, 0, front_end), SizeIs(6));
}

TEST(PrintingTest, ALineThatIsNotPrintedIsSeenAndTheOthersAreJudgedAllTheSame) {
  const Voice silent = [](std::size_t i, const std::string& text) { return i == 2 ? std::nullopt : std::optional(text); };
  const std::vector<std::string> found = all_violations(Type::i16, silent);
  EXPECT_THAT(found, SizeIs(6));
  EXPECT_THAT(found.front(), HasSubstr("printed nothing"));
}

// Simulates a driver that loses the text before a vector.
TEST(PrintingTest, LinesWithoutTheTextBeforeTheDirectiveAreOneViolationAndTheirVectorsAreJudged) {
  const auto found = [](std::size_t wrong) {
    AnsweringDevice device([wrong](const Module&, const Launch& launch) {
      const std::vector<PrintfLine> lines = printf_lines(FrontEnd::clc, Type::f32, width_of(launch.kernel));
      for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string text = usual_text(Type::f32, lines[i]) + (i == wrong ? "0" : "");
        std::fputs(fmt::format("{}{}|{}>\n", i == 0 ? "<0|" : "", text, i).c_str(), stdout);
      }
      return std::vector<std::byte>(launch.outputs.at(0));
    });
    return findings(device, "printf", Type::f32).at(2).violations;
  };
  EXPECT_THAT(found(99), ElementsAre(AllOf(HasSubstr("35 of 36 lines lost the text before their directive"),
                                           HasSubstr("the first of them, \"%v2hlF\"; the "))));
  EXPECT_THAT(found(5), ElementsAre(HasSubstr("lost the text"), HasSubstr("printf(\"%v2hlG\")")));
}

TEST(PrintingTest, WhatWasPrintedInsteadIsQuotedOnce) {
  const Voice silent = [](std::size_t, const std::string&) { return std::optional<std::string>(); };
  const std::vector<std::string> nothing = all_violations(Type::i16, silent);
  EXPECT_THAT(nothing[0], HasSubstr("; the kernel printed nothing at all"));
  EXPECT_THAT(nothing[1], testing::EndsWith("not in its turn"));
  AnsweringDevice device([&](const Module&, const Launch& launch) {
    std::fputs("<0;1,2;0>\n\x1b", stdout);
    return std::vector<std::byte>(launch.outputs.at(0));
  });
  const std::vector<std::string> found = findings(device, "printf", Type::i16).at(16).violations;
  EXPECT_THAT(found[0], HasSubstr("; the 11 bytes that the kernel printed begin with \"<0;1,2;0>"));
  EXPECT_THAT(found[0], testing::Not(HasSubstr("\x1b")));
}

// A device may lose or change one of several arguments of a call.
TEST(PrintingTest, ALineThatJoinsAnotherIsJudged) {
  const std::vector<PrintfLine> lines = printf_lines(FrontEnd::clc, Type::f64, 1);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].joins) continue;
    const Voice wrong = [&](std::size_t line, const std::string& text) {
      return std::optional(line == i ? text + "0" : text);
    };
    EXPECT_THAT(all_violations(Type::f64, wrong), testing::Contains(HasSubstr(lines[i].directive()))) << i;
  }
}

TEST(PrintingTest, CodesThatAreNotZeroAreOneViolationOfEachWidth) {
  const std::vector<std::string> found = all_violations(Type::u8, kRight, ~std::uint64_t{0});
  EXPECT_THAT(found, SizeIs(6));
  EXPECT_THAT(found.front(), HasSubstr("returned -1"));
}

TEST(PrintingTest, OnlyTheFirstViolationsAreShownAndAllAreCounted) {
  const Voice puzzled = [](std::size_t, const std::string&) { return std::optional<std::string>("?"); };
  AnsweringDevice device = printer(FrontEnd::clc, Type::i32, puzzled);
  const ProbeFinding finding = findings(device, "printf", Type::i32).at(1);
  EXPECT_EQ(finding.details->at("wrong"), printf_lines(FrontEnd::clc, Type::i32, 1).size());
  EXPECT_EQ(finding.details->at("lines"), finding.details->at("wrong"));
  EXPECT_LT(finding.violations.size(), 12U);
}

// The percent sign is the last line in both front ends, after strings in one of them and numbers in the other.
TEST(PrintingTest, LinesAreThoseOfTheFrontEnd) {
  for (const FrontEnd front_end : {FrontEnd::clc, FrontEnd::il}) {
    const std::size_t last = printf_lines(front_end, Type::i32, 1).size() - 1;
    const Voice wrong = [&](std::size_t i, const std::string& text) {
      return i == last ? std::nullopt : std::optional(text);
    };
    EXPECT_THAT(all_violations(Type::i32, wrong, 0, front_end),
                ElementsAre(HasSubstr("printf(\"%%\") printed nothing, or not in its turn; the ")));
  }
}

TEST(CapturedOutputTest, WhatIsWrittenMeanwhileIsKeptAndNothingElse) {
  CapturedOutput outer;
  std::string inside;
  {
    CapturedOutput inner;
    std::fputs("one", stdout);
    ASSERT_EQ(::write(STDOUT_FILENO, " two", 4), 4);  // bypasses the buffer of stdout, which is written when it is flushed
    inside = inner.end();
    std::fputs("three", stdout);
  }
  EXPECT_THAT((std::vector{inside, outer.end()}), ElementsAre(" twoone", "three"));
}

}  // namespace
}  // namespace classay
