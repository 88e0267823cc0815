// Runs the kernels of async_work_group_copy_2D2D and _3D3D on the first device. No device of the tests lists
// cl_khr_extended_async_copies, so the program gets functions of these names in OpenCL C: right ones, and wrong ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/device/registry.h"
#include "harness/journal/probe_kinds.h"
#include "harness/worker/probes/probe.h"

namespace classay {
namespace {

// `TO` and `FROM`: address spaces. The names differ from those that a compiler may know.
constexpr const char* kFunctions = R"(
#define async_work_group_copy_2D2D copy_lines
#define async_work_group_copy_3D3D copy_planes
#define COPIES(TO, FROM) \
  event_t __attribute__((overloadable)) async_work_group_copy_3D3D( \
      TO void* dst, size_t dst_offset, const FROM void* src, size_t src_offset, size_t bytes, size_t elements, size_t lines, \
      size_t planes, size_t src_line, size_t src_plane, size_t dst_line, size_t dst_plane, event_t event) { \
    for (size_t p = 0; p < planes; ++p) { \
      for (size_t l = 0; l < lines; ++l) { \
        TO uchar* to = (TO uchar*)dst + (dst_offset + p * dst_plane + l * dst_line) * bytes; \
        const FROM uchar* from = (const FROM uchar*)src + (src_offset + p * src_plane + l * src_line) * bytes; \
        for (size_t i = get_local_id(0); i < elements * bytes; i += get_local_size(0)) to[i] = from[i]; \
      } \
    } \
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); \
    return event; \
  } \
  event_t __attribute__((overloadable)) async_work_group_copy_2D2D( \
      TO void* dst, size_t dst_offset, const FROM void* src, size_t src_offset, size_t bytes, size_t elements, size_t lines, \
      size_t src_line, size_t dst_line, event_t event) { \
    return async_work_group_copy_3D3D(dst, dst_offset, src, src_offset, bytes, elements, lines, 1, src_line, 0, dst_line, \
                                      0, event); \
  }
COPIES(local, global)
COPIES(global, local)
)";

class WithExtendedCopies : public Device {
 public:
  WithExtendedCopies(std::unique_ptr<Device> device, std::string functions)
      : device_(std::move(device)), description_(device_->description()), functions_(std::move(functions)) {
    description_.capabilities.extensions.emplace_back("cl_khr_extended_async_copies");
  }
  const Description& description() const override { return description_; }
  std::unique_ptr<Program> build(const Module& module) override {
    Module changed = module;
    changed.source = functions_ + module.source.substr(module.source.find('\n'));  // without the pragma
    return device_->build(changed);
  }
  std::unique_ptr<Stream> stream(Program& program, std::size_t slots) override { return device_->stream(program, slots); }

 private:
  std::unique_ptr<Device> device_;
  Description description_;
  std::string functions_;
};

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  return text.replace(text.find(old), old.size(), by);
}

ProbeFinding finding_with(const std::string& functions) {
  WithExtendedCopies device(opencl_backend()->open(""), functions);
  const ProbeKind& kind = probe_kind("async-copy-extended");
  ProbeFinding finding;
  run_probe(probe_of(kind.name), device, {.kind = kind, .front_end = FrontEnd::clc, .format = Type::i32, .widths = {1}},
            [&](int, const ProbeFinding& found) { finding = found; });
  EXPECT_EQ(finding.error.value_or(finding.unsupported.value_or("")), "");
  return finding;
}

TEST(ExtendedCopiesOnADeviceTest, RightFunctionsPassAndWrongOnesDoNot) {
  try {
    opencl_backend()->open("");
  } catch (const DeviceError& e) {
    GTEST_SKIP() << e.what();
  }
  EXPECT_THAT(finding_with(kFunctions).violations, testing::IsEmpty());
  EXPECT_THAT(finding_with(replaced(kFunctions, "l * dst_line", "l * src_line")).violations,
              testing::Not(testing::IsEmpty()));
  EXPECT_THAT(finding_with(replaced(kFunctions, "l * src_line)", "l * dst_line)")).violations,
              testing::Not(testing::IsEmpty()));
  EXPECT_THAT(finding_with(replaced(kFunctions, "(dst_offset + ", "(")).violations, testing::Not(testing::IsEmpty()));
}

}  // namespace
}  // namespace classay
