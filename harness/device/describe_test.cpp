// Tests a device's description as a few lines of text: the number of lines never depends on the device's names.
#include "harness/device/describe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace classay {
namespace {

Description device(const std::string& name) {
  Description d;
  d.identity.address = "0:0";
  d.identity.name = d.identity.platform = d.identity.version = d.identity.driver = d.identity.language_version = name;
  d.capabilities.extensions = {name};
  return d;
}

TEST(DescribeTest, ANameIsNoLineAndNoCommandOfATerminal) {
  const std::string plain = description(to_json(device("GPU")));
  const std::string hostile = description(to_json(device("GPU\n1:0  verified\x1b[2J\r\xe2\x80\xae\xc2\x9b")));
  EXPECT_EQ(std::ranges::count(hostile, '\n'), std::ranges::count(plain, '\n'));
  EXPECT_THAT(hostile, testing::HasSubstr("0:0  GPU\\n1:0  verified\\u001b[2J\\r\\u202e\\u009b  (GPU\\n"));
  EXPECT_THAT(hostile, testing::Not(testing::HasSubstr("\x1b")));
}

}  // namespace
}  // namespace classay
