// What right looks like: constants with the values of the documents have no objection; a wrong value, a wrong type and a
// constant that is missing have one each.
#include "harness/probes/constants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/lanes/lanes.h"

namespace classay {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

FoundConstant found(Type format, const std::string& name) {
  for (const Constant& c : constants(format)) {
    if (c.name == name) {
      return {.constant = c,
              .is_defined = true,
              .bytes = is_float(c.type) ? static_cast<unsigned>(width(c.type)) / 8 : 4,
              .pattern = c.right.front()};
    }
  }
  return {};
}

TEST(ConstantsTest, RightOnesHaveNoObjection) {
  for (const Type t : {Type::f16, Type::f32, Type::f64, Type::i32}) {
    for (const Constant& c : constants(t)) EXPECT_FALSE(objection(found(t, c.name))) << c.name;
  }
}

TEST(ConstantsTest, AWrongValueAWrongTypeAndAMissingOneHaveOneEach) {
  FoundConstant wrong = found(Type::f32, "M_PI_F");
  wrong.pattern += 1;
  EXPECT_THAT(*objection(wrong), HasSubstr("M_PI_F is 0x1.921fb8p+1"));
  FoundConstant wide = found(Type::f32, "M_PI_F");
  wide.bytes = 8;
  EXPECT_THAT(*objection(wide), HasSubstr("8 bytes"));
  FoundConstant missing = found(Type::i32, "CHAR_BIT");
  missing.is_defined = false;
  EXPECT_THAT(*objection(missing), HasSubstr("not defined"));
  FoundConstant fast = found(Type::f32, "FP_FAST_FMAF");
  fast.is_defined = false;
  EXPECT_FALSE(objection(fast));
  EXPECT_THAT(to_json(Type::f32, {wrong, wide, missing, fast}).at("objections"), SizeIs(3));
}

// A device whose compiler has the right constants but for one.
class OneWrong : public Device {
 public:
  explicit OneWrong(std::string name) : name_(std::move(name)) {}
  const DeviceIdentity& identity() const override { return identity_; }
  std::unique_ptr<Program> build(const Module& module) override {
    source_ = module.source;
    struct Built : Program {
      const std::string& log() const override { return log_; }
      double build_seconds() const override { return 0; }
      std::string log_;
    };
    return std::make_unique<Built>();
  }
  std::unique_ptr<Stream> stream(Program&, std::size_t) override {
    struct Answers : Stream {
      explicit Answers(const OneWrong& d) : device(d) {}
      void submit(const Launch& launch) override {
        bytes.resize(launch.outputs.at(0));
        std::size_t at = 0;
        for (const Constant& c : constants(Type::f32)) {
          const FoundConstant f = found(Type::f32, c.name);
          put_element(bytes, 8, at++, 1);
          put_element(bytes, 8, at++, f.bytes);
          put_element(bytes, 8, at++, f.pattern + (c.name == device.name_ ? 1 : 0));
        }
      }
      Finished wait() override { return {.outputs = {bytes}}; }
      std::size_t in_flight() const override { return 1; }
      std::size_t slots() const override { return 1; }
      const OneWrong& device;
      std::vector<std::byte> bytes;
    };
    return std::make_unique<Answers>(*this);
  }
  const std::string& source() const { return source_; }

 private:
  std::string name_;
  std::string source_;
  DeviceIdentity identity_;
};

TEST(ConstantsTest, ADeviceWithAWrongConstantIsSeen) {
  for (const char* name : {"M_LN10_F", "FLT_DIG", "INFINITY"}) {
    OneWrong device(name);
    const Json told = to_json(Type::f32, found_constants(device, Type::f32));
    ASSERT_THAT(told.at("objections"), SizeIs(1));
    EXPECT_THAT(told.at("objections").at(0).get<std::string>(), HasSubstr(name));
    EXPECT_THAT(device.source(), HasSubstr("(ulong)as_uint((float)(M_PI_F))"));
  }
  OneWrong right("");
  EXPECT_THAT(to_json(Type::f32, found_constants(right, Type::f32)).at("objections"), SizeIs(0));
}

}  // namespace
}  // namespace classay
