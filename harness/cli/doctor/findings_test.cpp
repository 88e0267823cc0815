// Tests findings from facts of a machine: each state that hides a device is recognised, and a healthy machine has no
// finding. Possible defects: a false alarm about hardware or drivers that are not there; a cause that hides another.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/cli/doctor/doctor.h"
#include "harness/cli/doctor/facts.h"

namespace classay::doctor {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Json device(const char* address, const char* type, const char* vendor) {
  return {{"address", address}, {"device_type", type}, {"name", "D"}, {"platform", "P"}, {"vendor", vendor}};
}

Library loaded(const std::string& name) { return {.name = name, .trial = Trial::loads, .path = "/lib/" + name}; }

Driver good_driver(const std::string& library, const Json& listed) {
  return {.source = "/etc/OpenCL/vendors/a.icd",
          .library = loaded(library),
          .was_listed_alone = true,
          .alone = {.devices = Json::array({listed})}};
}

Facts healthy() {
  Facts f;
  const Json cpu = device("0:0", "cpu", "Intel");
  f.opencl.loader = loaded("libOpenCL.so.1");
  f.opencl.loader.title = kOclIcd;
  f.opencl.folder = "/etc/OpenCL/vendors";
  f.opencl.drivers.push_back(good_driver("libpocl.so.2", cpu));
  f.opencl.listing.devices = Json::array({cpu});
  for (Interface* of : {&f.level_zero, &f.vulkan}) {
    of->loader = {
        .name = "libx.so.1", .trial = Trial::fails, .reason = "libx.so.1: cannot open shared object file: No such file"};
  }
  f.clspv = "clspv is not on PATH";
  f.hardware.user = "ann";
  return f;
}

std::vector<std::string> ids(const Facts& facts, Level level = Level::problem) {
  std::vector<std::string> all;
  for (const Finding& f : findings(facts)) {
    EXPECT_FALSE(f.object.empty() || f.seen.empty() || f.why.empty() || f.action.empty()) << f.id;
    if (f.level == level) all.push_back(f.id);
  }
  return all;
}

Driver broken(Library library) { return {.source = "/etc/OpenCL/vendors/b.icd", .library = std::move(library)}; }

Library failing(const std::string& name, const std::string& reason, FileKind kind = FileKind::unknown) {
  return {.name = name, .kind = kind, .trial = Trial::fails, .reason = reason};
}

// NVIDIA's GPU with its kernel driver and nodes, but without its OpenCL driver.
Facts with_nvidia() {
  Facts f = healthy();
  f.hardware.gpus = {{.address = "0000:01:00.0", .vendor = kNvidia, .device = 0x2330, .kernel_driver = "nvidia"}};
  f.hardware.modules = {"nvidia"};
  f.hardware.nodes = {{.path = "/dev/nvidiactl", .vendor = kNvidia, .is_accessible = true, .group = "root"},
                      {.path = "/dev/nvidia0", .vendor = kNvidia, .is_accessible = true, .group = "root"}};
  return f;
}

Facts with_intel() {
  Facts f = healthy();
  f.hardware.gpus = {{.address = "0000:00:02.0", .vendor = kIntel, .device = 0x46a6, .kernel_driver = "i915"}};
  f.hardware.modules = {"i915"};
  f.hardware.nodes = {
      {.path = "/dev/dri/renderD128", .vendor = kIntel, .is_accessible = true, .group = "render", .group_may_use = true}};
  f.opencl.drivers.push_back({.source = "/etc/OpenCL/vendors/intel.icd", .library = loaded("libigdrcl.so")});
  return f;
}

TEST(FindingsTest, AHealthyMachineHasNone) { EXPECT_THAT(findings(healthy()), IsEmpty()); }

TEST(FindingsTest, AHealthyMachineWithAGpuHasNone) {
  Facts f = with_intel();
  f.opencl.listing.devices.push_back(device("1:0", "gpu", "Intel(R) Corporation"));
  EXPECT_THAT(ids(f), IsEmpty());
}

TEST(FindingsTest, ConsolesOfServersAndVirtualGpusAreNotMissed) {
  Facts f = healthy();
  f.hardware.gpus = {{.address = "0000:03:00.0", .vendor = 0x1a03, .device = 0x2000},
                     {.address = "0000:00:01.0", .vendor = 0x1af4, .device = 0x1050}};
  EXPECT_THAT(findings(f), IsEmpty());
}

TEST(FindingsTest, VulkanDriversWithoutTheirHardwareAreNormal) {
  Facts f = healthy();
  f.vulkan.loader = loaded("libvulkan.so.1");
  f.vulkan.drivers = {{.source = "/usr/share/vulkan/icd.d/radeon.json", .library = loaded("libvulkan_radeon.so")},
                      {.source = "/usr/share/vulkan/icd.d/intel.i686.json", .is_for_32_bits = true}};
  EXPECT_THAT(findings(f), IsEmpty());
}

TEST(FindingsTest, LoadersOfOpencl) {
  Facts f = healthy();
  f.opencl.listing = {};
  f.opencl.loader = failing("libOpenCL.so.1", "libOpenCL.so.1: cannot open shared object file: No such file");
  EXPECT_THAT(ids(f), Contains("opencl-loader-missing"));
  f.opencl.loader = failing("libOpenCL.so.1", "libOpenCL.so.1: wrong ELF class: ELFCLASS32");
  EXPECT_THAT(ids(f), Contains("opencl-loader-wrong-class"));
  f.opencl.loader = loaded("libm.so.6");
  f.opencl.loader.lacking = {"clGetPlatformIDs"};
  EXPECT_THAT(ids(f), Contains("opencl-loader-incomplete"));
  f = healthy();
  f.opencl.folder_variable = "OCL_ICD_VENDORS";
  f.opencl.ignores_folder = true;
  EXPECT_THAT(ids(f), ElementsAre("opencl-loader-ignores-vendors"));
  f = healthy();
  f.environment["OCL_ICD_FILENAMES"] = "/x.so";
  EXPECT_THAT(ids(f, Level::note), ElementsAre("opencl-variable-without-effect"));
}

TEST(FindingsTest, FoldersWithoutDrivers) {
  Facts f = healthy();
  f.opencl.drivers.clear();
  f.opencl.listing = {.error = "no platform"};
  EXPECT_THAT(ids(f), ElementsAre("opencl-no-driver"));
  f.opencl.has_folder = false;
  EXPECT_THAT(ids(f), ElementsAre("opencl-no-driver"));
  f.opencl.folder_variable = "OCL_ICD_VENDORS";
  EXPECT_THAT(ids(f), ElementsAre("opencl-folder-missing"));
  f.opencl.has_folder = true;
  EXPECT_THAT(ids(f), ElementsAre("opencl-no-driver"));
}

TEST(FindingsTest, LibrariesThatDoNotServe) {
  const std::vector<std::pair<Library, std::string>> states{
      {failing("/x.so", "/x.so: cannot open shared object file: No such file or directory", FileKind::absent), "missing"},
      {failing("x.so", "x.so: cannot open shared object file: No such file or directory"), "missing"},
      {failing("/x.so", "liby.so.1: cannot open shared object file: No such file or directory"), "dependency-missing"},
      {failing("x.so", "liby.so.1: cannot open shared object file: No such file or directory"), "dependency-missing"},
      {failing("x.so", "x.so: wrong ELF class: ELFCLASS32"), "wrong-class"},
      {failing("/x.so", "/x.so: invalid ELF header", FileKind::not_elf), "not-a-library"},
      {failing("/x.so", "/lib/libc.so.6: version `GLIBC_2.99' not found (required by /x.so)"), "too-new"},
      {failing("x.so", "x.so: undefined symbol: f"), "does-not-load"},
      {{.name = "/x.so", .trial = Trial::crashes, .reason = "killed by SIGSEGV"}, "crashes"},
      {{.name = "/x.so", .trial = Trial::hangs, .reason = "no answer in 10 s"}, "hangs"},
      {{.name = "/x.so", .trial = Trial::loads, .lacking = {"clGetExtensionFunctionAddress"}}, "incomplete"}};
  for (const auto& [library, end] : states) {
    Facts f = healthy();
    f.opencl.listing = {};
    f.opencl.drivers.clear();
    f.opencl.drivers.push_back(broken(library));
    EXPECT_THAT(ids(f), ElementsAre("icd-library-" + end));
    f.opencl.drivers.clear();
    f.vulkan.loader = loaded("libvulkan.so.1");
    f.vulkan.drivers.push_back(broken(library));
    EXPECT_THAT(ids(f), Contains("vulkan-library-" + end));
  }
}

TEST(FindingsTest, A32BitDriverBesideAGoodOneIsANote) {
  Facts f = healthy();
  f.opencl.drivers.push_back(broken(failing("x.so", "x.so: wrong ELF class: ELFCLASS32")));
  EXPECT_THAT(ids(f), IsEmpty());
  EXPECT_THAT(ids(f, Level::note), ElementsAre("icd-library-wrong-class"));
}

TEST(FindingsTest, FilesThatNameNoLibrary) {
  Facts f = healthy();
  f.opencl.drivers.push_back({.source = "/a.icd", .trouble = "Permission denied"});
  f.opencl.drivers.push_back({.source = "/b.icd", .is_empty = true});
  f.opencl.drivers.push_back({.source = "/c.icd", .trouble = "No such file", .is_missing = true});
  f.vulkan.drivers.push_back({.source = "/d.json", .trouble = "[json.exception.parse_error.101] x"});
  EXPECT_THAT(ids(f), ElementsAre("icd-file-unreadable", "icd-file-empty", "icd-file-missing", "vulkan-manifest-invalid"));
}

TEST(FindingsTest, DriversThatFailWhenTheyList) {
  Facts f = healthy();
  Driver bad = good_driver("libbad.so", Json());
  bad.alone = {.failure = "killed by SIGSEGV"};
  f.opencl.listing = {.failure = "killed by SIGSEGV"};
  f.opencl.drivers.push_back(bad);
  EXPECT_THAT(ids(f), ElementsAre("icd-driver-crashes"));
  EXPECT_EQ(usable_devices(f.opencl).size(), 1U);  // from the other driver
  f.opencl.drivers.back().alone.hangs = true;
  EXPECT_THAT(ids(f), ElementsAre("icd-driver-hangs"));
  f.opencl.drivers.back().alone = {
      .devices = Json::array({{{"unusable", "0:-"}, {"why", "clGetDeviceIDs: CL_OUT_OF_HOST_MEMORY"}}})};
  f.opencl.listing = {.devices = f.opencl.drivers.front().alone.devices};
  EXPECT_THAT(ids(f), ElementsAre("icd-driver-reports-errors"));
}

TEST(FindingsTest, DriversThatFailOnlyTogether) {
  Facts f = healthy();
  f.opencl.listing = {.failure = "killed by SIGSEGV"};
  EXPECT_THAT(ids(f), ElementsAre("icd-driver-crashes"));
}

TEST(FindingsTest, ADriverWithoutDevicesIsAProblemWhereItsHardwareIs) {
  Facts f = with_intel();
  f.opencl.drivers.back().was_listed_alone = true;
  EXPECT_THAT(ids(f), Contains("icd-driver-without-devices"));
  f.hardware.gpus.clear();
  EXPECT_THAT(ids(f), IsEmpty());
  EXPECT_THAT(ids(f, Level::note), ElementsAre("icd-driver-without-devices"));
}

TEST(FindingsTest, AGpuWithoutOpenclDriver) {
  EXPECT_THAT(ids(with_nvidia()), ElementsAre("gpu-without-opencl-driver"));
  Facts f = with_nvidia();
  f.opencl.drivers.push_back({.source = "/etc/OpenCL/vendors/nvidia.icd", .library = loaded("libnvidia-opencl.so.1")});
  EXPECT_THAT(ids(f), ElementsAre("gpu-not-listed"));
  f.environment["CUDA_VISIBLE_DEVICES"] = "";
  EXPECT_THAT(ids(f), ElementsAre("gpu-hidden-by-environment"));
}

TEST(FindingsTest, AGpuBesideAnotherOneInUseIsANote) {
  Facts f = with_nvidia();
  f.opencl.listing.devices.push_back(device("1:0", "gpu", "Intel(R) Corporation"));
  EXPECT_THAT(ids(f), IsEmpty());
  EXPECT_THAT(ids(f, Level::note), Contains("gpu-without-opencl-driver"));
}

TEST(FindingsTest, KernelDrivers) {
  Facts f = with_nvidia();
  f.hardware.gpus[0].kernel_driver = "nouveau";
  EXPECT_THAT(ids(f), ElementsAre("gpu-unsuitable-kernel-driver", "gpu-without-opencl-driver"));
  f.hardware.gpus[0].kernel_driver = "vfio-pci";
  EXPECT_THAT(ids(f), Contains("gpu-reserved"));
  f.hardware.gpus[0].kernel_driver = "";
  EXPECT_THAT(ids(f), Contains("gpu-without-kernel-driver"));
}

TEST(FindingsTest, NodesThatAreMissing) {
  Facts f = with_intel();
  f.hardware.nodes.clear();
  EXPECT_THAT(ids(f), ElementsAre("gpu-node-missing"));
  f.hardware.container = "docker";
  EXPECT_THAT(ids(f), ElementsAre("gpu-node-missing-in-container"));
  EXPECT_THAT(findings(f).back().action, HasSubstr("--device /dev/dri"));
}

TEST(FindingsTest, ANodeThatTheUserMayNotOpen) {
  Facts f = with_intel();
  f.hardware.nodes[0].is_accessible = false;
  EXPECT_THAT(ids(f), ElementsAre("gpu-node-denied"));
  const auto action = [&] {
    std::string text;
    for (const Finding& found : findings(f)) text += found.id == "gpu-node-denied" ? found.action : "";
    return text;
  };
  EXPECT_EQ(action(), "sudo usermod -aG render ann, then log in again");
  f.hardware.groups_to_come = {"render"};
  EXPECT_THAT(action(), HasSubstr("log in again: ann is in group render"));
}

TEST(FindingsTest, AnAmdGpuNeedsKfdUnlessMesaServesIt) {
  Facts f = healthy();
  f.hardware.gpus = {{.address = "0000:03:00.0", .vendor = kAmd, .device = 0x744c, .kernel_driver = "amdgpu"}};
  f.hardware.nodes = {{.path = "/dev/dri/renderD128", .vendor = kAmd, .is_accessible = true, .group = "render"}};
  f.opencl.drivers.push_back({.source = "/etc/OpenCL/vendors/amdocl64.icd", .library = loaded("libamdocl64.so")});
  EXPECT_THAT(ids(f), ElementsAre("gpu-node-missing"));
  f.opencl.drivers.back().library = loaded("libRusticlOpenCL.so.1");
  EXPECT_THAT(ids(f), ElementsAre("gpu-not-listed"));
}

TEST(FindingsTest, LevelZeroMattersWhereAnIntelGpuIs) {
  Facts f = with_intel();
  f.opencl.listing.devices.push_back(device("1:0", "gpu", "Intel(R) Corporation"));
  EXPECT_THAT(ids(f, Level::note), ElementsAre("level-zero-loader-missing", "vulkan-loader-missing"));
  f.level_zero.loader = loaded("libze_loader.so.1");
  f.vulkan.loader = loaded("libvulkan.so.1");
  EXPECT_THAT(ids(f, Level::note), ElementsAre("level-zero-no-driver", "vulkan-no-driver"));
  f.environment["ZE_ENABLE_ALT_DRIVERS"] = "x.so";
  f.level_zero.drivers = {
      {.source = "ZE_ENABLE_ALT_DRIVERS", .library = failing("x.so", "x.so: cannot open shared object file: No such file")}};
  EXPECT_THAT(ids(f), ElementsAre("level-zero-library-missing"));
}

TEST(FindingsTest, ClspvMattersWhereAVulkanDeviceIs) {
  Facts f = healthy();
  f.vulkan.loader = loaded("libvulkan.so.1");
  f.vulkan.listing.devices = Json::array({device("vk:0", "cpu", "vendor 0x10005")});
  EXPECT_THAT(ids(f, Level::note), ElementsAre("clspv-missing"));
  f.environment["CLASSAY_CLSPV"] = "/no/clspv";
  EXPECT_THAT(ids(f), ElementsAre("clspv-unusable"));
  f.clspv.clear();
  EXPECT_THAT(ids(f), IsEmpty());
}

}  // namespace
}  // namespace classay::doctor
