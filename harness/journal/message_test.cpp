// Tests the messages of a worker: each is read as it was written, and a malformed one is rejected with the reason.
#include "harness/journal/message.h"

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

namespace classay::message {
namespace {

TEST(MessageTest, EachIsReadAsItWasWritten) {
  const std::array<Any, 9> all{Hello{.device = shared({{"name", "a"}}), .build = nullptr},
                               Launch{4},
                               Form{"in place"},
                               Form{},
                               Progress{1, 2, 0},
                               Checkpoint{shared({{"next", 3}})},
                               Result{shared({{"kind", "result"}, {"case", "c"}})},
                               Done{true},
                               Trouble{Fault::build, "line 1: error", "error"}};
  for (const Any& message : all) {
    const Any read_back = read(to_json(message).dump());
    EXPECT_EQ(read_back.index(), message.index());
    EXPECT_EQ(to_json(read_back), to_json(message));
  }
}

TEST(MessageTest, FieldsThatMayBeMissingHaveDefaults) {
  EXPECT_FALSE(std::get<Done>(read(R"({"kind":"done"})")).renew);
  EXPECT_EQ(std::get<Progress>(read(R"({"kind":"progress","done":1,"total":2})")).failed, 0U);
  EXPECT_EQ(std::get<Hello>(read(R"({"kind":"hello","device":{}})")).build, nullptr);
}

std::string why(std::string_view text) {
  try {
    read(text);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

TEST(MessageTest, AMalformedMessageIsRejectedWithTheReason) {
  EXPECT_EQ(why("noise"), "malformed line");
  EXPECT_EQ(why(R"(["launch"])"), "malformed line");
  EXPECT_EQ(why(R"({"kind":7})"), "malformed line");
  EXPECT_EQ(why(R"({"kind":"surprise"})"), "a line of an unknown kind");
  EXPECT_EQ(why(R"({"kind":"launch"})"), "malformed line (the field 'width' is missing)");
  EXPECT_EQ(why(R"({"kind":"hello","device":null})"), "malformed line ('device': null is not an object)");
  EXPECT_EQ(why(R"({"kind":"launch","width":-1})"), "malformed line ('width': -1 is not a vector width)");
  EXPECT_EQ(why(R"({"kind":"launch","width":65})"), "malformed line ('width': 65 is not a whole number in the valid range)");
  EXPECT_EQ(why(R"({"kind":"trouble","fault":"build","message":"","reason":null})"),
            "malformed line ('reason': null is not text)");
  EXPECT_EQ(why(R"({"kind":"progress","done":-1,"total":2})"), "malformed line ('done': -1 is not a count below 2^63)");
  EXPECT_EQ(why(R"({"kind":"trouble","fault":"new","message":""})"),
            "malformed line ('fault': \"new\" is not a known name)");
}

}  // namespace
}  // namespace classay::message
