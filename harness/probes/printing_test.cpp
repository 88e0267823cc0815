// What right looks like, through either front end: a device that prints what the host prints has no objection; one that
// prints a wrong digit, leaves a line out, prints lines in another order, or returns something else than 0 has one. And what
// is printed meanwhile comes here and nowhere else.
#include "harness/probes/printing.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <functional>

#include "harness/probes/captured_output.h"

namespace classay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// What becomes of a line's text: nothing is printed where there is none.
using Voice = std::function<std::optional<std::string>(std::size_t line, const std::string& text)>;

class Printer : public Device, public Program {
 public:
  Printer(FrontEnd front_end, Type type, Voice voice, std::uint64_t code = 0)
      : front_end_(front_end), type_(type), voice_(std::move(voice)), code_(code) {}

  const DeviceIdentity& identity() const override { return identity_; }
  const std::string& log() const override { return identity_.name; }
  double build_seconds() const override { return 0; }
  std::unique_ptr<Program> build(const Module& module) override {
    EXPECT_EQ(module.il.empty(), front_end_ == FrontEnd::clc);
    EXPECT_EQ(module.source.empty(), front_end_ == FrontEnd::il);
    return std::make_unique<Printer>(front_end_, type_, voice_, code_);
  }
  std::unique_ptr<Stream> stream(Program&, std::size_t) override { return std::make_unique<Speech>(*this); }

 private:
  class Speech : public Stream {
   public:
    explicit Speech(const Printer& printer) : printer_(printer) {}
    void submit(const Launch& launch) override {
      const int width = std::stoi(launch.kernel.substr(launch.kernel.find('v') + 1));
      const std::vector<PrintfLine> lines = printf_lines(printer_.front_end_, printer_.type_, width);
      output_.assign(launch.outputs.at(0), std::byte{0});
      for (std::size_t i = 0; i < lines.size(); ++i) {
        std::memcpy(&output_.at(8 * i), &printer_.code_, 8);
        const auto text = printer_.voice_(i, usual_text(printer_.type_, lines[i]));
        if (text) std::fputs(fmt::format("<{0}|{1}|{0}>\n", i, *text).c_str(), stdout);
      }
    }
    Finished wait() override { return {.outputs = {output_}, .device_seconds = 0}; }
    std::size_t in_flight() const override { return 0; }
    std::size_t slots() const override { return 1; }

   private:
    const Printer& printer_;
    std::vector<std::byte> output_;
  };

  FrontEnd front_end_;
  Type type_;
  Voice voice_;
  std::uint64_t code_;
  DeviceIdentity identity_;
};

std::vector<std::string> all_objections(Type type, const Voice& voice, std::uint64_t code = 0,
                                        FrontEnd front_end = FrontEnd::clc) {
  Printer printer(front_end, type, voice, code);
  std::vector<std::string> all;
  for (const Printed& p : printed(printer, front_end, type)) {
    for (const std::string& o : objections(p)) all.push_back(o);
  }
  return all;
}

const Voice kRight = [](std::size_t, const std::string& text) { return std::optional(text); };

TEST(PrintingTest, ADeviceThatPrintsRightHasNoObjection) {
  for (const Type type : {Type::f16, Type::f32, Type::f64, Type::i8, Type::u16, Type::i32, Type::u64}) {
    for (const FrontEnd front_end : kFrontEnds) {
      EXPECT_THAT(all_objections(type, kRight, 0, front_end), IsEmpty()) << info(type).name;
    }
  }
}

TEST(PrintingTest, OneWrongLineIsOneObjectionOfEachWidth) {
  const Voice wrong = [](std::size_t i, const std::string& text) { return std::optional(i == 3 ? text + "0" : text); };
  for (const FrontEnd front_end : kFrontEnds) EXPECT_THAT(all_objections(Type::f32, wrong, 0, front_end), SizeIs(6));
}

TEST(PrintingTest, ALineThatIsNotPrintedIsSeenAndTheOthersAreJudgedAllTheSame) {
  const Voice silent = [](std::size_t i, const std::string& text) { return i == 2 ? std::nullopt : std::optional(text); };
  const std::vector<std::string> found = all_objections(Type::i16, silent);
  EXPECT_THAT(found, SizeIs(6));
  EXPECT_THAT(found.front(), HasSubstr("printed nothing"));
}

TEST(PrintingTest, CodesThatAreNotZeroAreOneObjectionOfEachWidth) {
  const std::vector<std::string> found = all_objections(Type::u8, kRight, ~std::uint64_t{0});
  EXPECT_THAT(found, SizeIs(6));
  EXPECT_THAT(found.front(), HasSubstr("returned -1"));
}

TEST(PrintingTest, OnlyTheFirstObjectionsAreShownAndAllAreCounted) {
  Printer printer(FrontEnd::clc, Type::i32, [](std::size_t, const std::string&) { return std::optional<std::string>("?"); });
  const Json json = to_json(printed(printer, FrontEnd::clc, Type::i32).front());
  EXPECT_EQ(json.at("wrong"), printf_lines(FrontEnd::clc, Type::i32, 1).size());
  EXPECT_LT(json.at("objections").size(), 12U);
}

// The percent sign is the last line of both, after strings in one of them and numbers in the other.
TEST(PrintingTest, LinesAreThoseOfTheFrontEnd) {
  for (const FrontEnd front_end : kFrontEnds) {
    const std::size_t last = printf_lines(front_end, Type::i32, 1).size() - 1;
    const Voice wrong = [&](std::size_t i, const std::string& text) {
      return i == last ? std::nullopt : std::optional(text);
    };
    EXPECT_THAT(all_objections(Type::i32, wrong, 0, front_end),
                ElementsAre("printf(\"%%\") printed nothing, or not in its turn"));
  }
}

TEST(CapturedOutputTest, WhatIsWrittenMeanwhileIsKeptAndNothingElse) {
  CapturedOutput outer;
  std::string inside;
  {
    CapturedOutput inner;
    std::fputs("one", stdout);
    ASSERT_EQ(::write(STDOUT_FILENO, " two", 4), 4);  // past the buffer, which is written when it is flushed
    inside = inner.end();
    std::fputs("three", stdout);
  }
  EXPECT_THAT((std::vector{inside, outer.end()}), ElementsAre(" twoone", "three"));
}

}  // namespace
}  // namespace classay
