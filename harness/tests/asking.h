// For tests: runs one launch of a program from kernels/ on a device, and sorts the results by input.
#pragma once

#include <gmock/gmock.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/device/backend.h"
#include "kernels/testing.h"
#include "suites/cases.h"

namespace classay::testing_support {

// One launch of a program; `inputs` are used if the program reads buffers.
struct Question {
  Asked asked;
  int width = 1;
  std::uint64_t first = 0;
  std::uint64_t count = 1;
  std::uint64_t shift = 0;
  std::uint64_t seed = 0;
  std::vector<Asked> bundle = {};  // if not empty, the program of these, one of which has the prefix of `asked`
  std::vector<Tuple> inputs = {};
  std::vector<Run> runs = {};  // used if the program makes its inputs from headers
  // Work-items; raised to the number that have inputs. The same number for many launches saves time, because some drivers
  // recompile a kernel for every work-group size.
  std::uint64_t items = 1024;
  std::uint32_t poison = 0xfc37fc37;
};

// All elements of all outputs: component c, lane l of work-item g is at [c][g * stride + l].
using Outputs = std::vector<std::vector<Bits>>;

Bits element(std::span<const std::byte> bytes, int size, std::size_t at);

class AskingTest : public testing::Test {
 protected:
  // Uses the first device that accepts programs of the front end.
  explicit AskingTest(FrontEnd front_end = FrontEnd::clc) : front_end_(front_end) {}
  void SetUp() override;

  bool can(const Row& row, Type format) const;  // the device has what the program needs
  Program& program(const Asked& asked);         // built once in a test
  Program& program(const Source& source);
  Outputs answer(const Question& q);  // fails the test on a write beyond an output's end

  // Returns the results of component c by input; fails the test if a repeated input gives a different one. Lane by lane
  // only.
  std::vector<Bits> by_input(const Question& q, std::size_t component);

  // Checks that literals of shuffle and add_sat give the same results as a table of these inputs. A launch of only some
  // literals must write nothing.
  void expect_all_literals_or_none();

  std::unique_ptr<Device> device_;

 private:
  FrontEnd front_end_;
  std::map<std::string, std::unique_ptr<Program>> programs_;
};

}  // namespace classay::testing_support
