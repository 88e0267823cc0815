// For tests: asks a device one launch of a program that kernels/ makes, and sorts the answer by input.
#pragma once

#include <gmock/gmock.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "kernels/testing.h"
#include "suites/cases.h"

namespace classay::testing_support {

// A launch of a program; `inputs` are read when the program reads buffers.
struct Question {
  Asked asked;
  int width = 1;
  std::uint64_t first = 0;
  std::uint64_t count = 1;
  std::uint64_t shift = 0;
  std::uint64_t seed = 0;
  std::vector<Tuple> inputs = {};
  std::vector<Run> runs = {};  // when the program makes them from headers
  // Work-items; as many as have something to do when that is more. One number for many launches saves time: some drivers
  // compile a kernel anew for every size of work-groups.
  std::uint64_t items = 1024;
  std::uint32_t poison = 0xfc37fc37;
};

// Every element of every output: of component c, lane l of work-item g is at [c][g * stride + l].
using Outputs = std::vector<std::vector<Bits>>;

Bits element(std::span<const std::byte> bytes, int size, std::size_t at);

class AskingTest : public testing::Test {
 protected:
  // Of the first device that takes programs of the front end.
  explicit AskingTest(FrontEnd front_end = FrontEnd::clc) : front_end_(front_end) {}
  void SetUp() override;

  bool can(const Row& row, Type format) const;  // does the device have what the program needs?
  Program& program(const Asked& asked);         // built once in a test
  Outputs answer(const Question& q);            // fails the test when something is written beyond an output's end

  // The results of component c, input by input; fails the test when what repeats an input differs from it. Lane by lane
  // only.
  std::vector<Bits> by_input(const Question& q, std::size_t component);

  // Literals of shuffle and add_sat give what the same inputs from a table give, and any other launch than that of all of
  // them writes nothing.
  void expect_all_literals_or_none();

  std::unique_ptr<Device> device_;

 private:
  FrontEnd front_end_;
  std::map<std::string, std::unique_ptr<Program>> programs_;
};

}  // namespace classay::testing_support
