// Tests the library that injects a defect, as a loader of OpenCL calls it. No driver is needed.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "harness/process/host.h"
#include "harness/process/libraries.h"
#include "harness/process/own_program.h"
#include "tools/inject/layer_entry.h"
#include "tools/inject/layer_file.h"

namespace classay::planted {
namespace {

#ifdef _WIN32
constexpr const char* kLayer = "classay_plant.dll";
#else
constexpr const char* kLayer = "classay_plant.so";
#endif

std::string built;  // the last program
std::size_t launched = 0;

cl_program CL_API_CALL build(cl_context /*context*/, cl_uint count, const char** sources, const size_t* lengths,
                             cl_int* /*code*/) {
  built.clear();
  for (cl_uint i = 0; i < count; ++i) built.append(sources[i], lengths[i]);
  return nullptr;
}

cl_int CL_API_CALL launch(cl_command_queue /*queue*/, cl_kernel /*kernel*/, cl_uint /*dimensions*/, const size_t* /*offset*/,
                          const size_t* global, const size_t* /*local*/, cl_uint /*events*/, const cl_event* /*waited*/,
                          cl_event* /*event*/) {
  launched = global[0];
  return CL_SUCCESS;
}

cl_int CL_API_CALL describe(cl_device_id /*device*/, cl_device_info /*what*/, size_t size, void* value, size_t* needed) {
  constexpr std::string_view kVersion = "1.0";
  if (value != nullptr && size > kVersion.size()) std::memcpy(value, "1.0", kVersion.size() + 1);
  if (needed != nullptr) *needed = kVersion.size() + 1;
  return CL_SUCCESS;
}

TEST(LayerTest, TheLibraryChangesProgramsLaunchesAndTheNameOfTheDriver) {
  const LayerFile file{.name = "sin-zero",
                       .text = "// defect\n",
                       .replacements = {{"a + b", "a - b"}},
                       .modules = {},
                       .launch = LaunchChange{.every = 2, .loss = LaunchLoss::quarter}};
  const std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) / ("classay-layer-test-" + std::to_string(own_process()));
  std::ofstream(path, std::ios::binary) << written(file);
  set_variable(kVariable, path.string());
  const std::filesystem::path library = beside_program(kLayer);
  ASSERT_FALSE(library.empty());
  const libraries::Loaded loaded = libraries::load(library.string(), libraries::Binding::now);
  ASSERT_NE(loaded.handle, nullptr) << loaded.trouble;
  const auto init = reinterpret_cast<decltype(&::clInitLayer)>(libraries::function_in(loaded.handle, "clInitLayer"));
  ASSERT_NE(init, nullptr);
  EXPECT_NE(libraries::function_in(loaded.handle, "clGetLayerInfo"), nullptr);

  cl_icd_dispatch below{};
  below.clCreateProgramWithSource = build;
  below.clEnqueueNDRangeKernel = launch;
  below.clGetDeviceInfo = describe;
  const cl_icd_dispatch* table = nullptr;
  cl_uint entries = 0;
  ASSERT_EQ(init(sizeof below / sizeof(void*), &below, &entries, &table), CL_SUCCESS);
  ASSERT_GE(entries, sizeof below / sizeof(void*));

  const char* source = "kernel void f() { x = a + b; }";
  const size_t length = std::strlen(source);
  table->clCreateProgramWithSource(nullptr, 1, &source, &length, nullptr);
  EXPECT_EQ(built, planted_program(file, source));
  EXPECT_NE(built.find("x = a - b;"), std::string::npos);

  std::vector<std::size_t> sizes;
  for (int i = 0; i < 2; ++i) {
    const size_t items = 1024;
    table->clEnqueueNDRangeKernel(nullptr, nullptr, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    sizes.push_back(launched);
  }
  EXPECT_EQ(sizes, (std::vector<std::size_t>{1024, 768}));

  std::vector<char> version(100);
  table->clGetDeviceInfo(nullptr, CL_DRIVER_VERSION, version.size(), version.data(), nullptr);
  EXPECT_EQ(version.data(), planted_driver("1.0", "sin-zero"));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace classay::planted
