// A device as a few lines for a person: as many as there are, whatever the device calls itself.
#include "harness/devices/describe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace classay {
namespace {

DeviceIdentity device(const std::string& name) {
  DeviceIdentity d;
  d.address = "0:0";
  d.name = d.platform = d.version = d.driver = d.language_version = d.profile = name;
  d.il_versions = {name};
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
