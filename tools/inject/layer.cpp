// Injects a defect into all programs of a real device, as a layer of the ICD loader (OPENCL_LAYERS names it). CLASSAY_PLANT
// names a file with the defect (layer_file.h).
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tools/inject/layer_entry.h"
#include "tools/inject/layer_file.h"

namespace classay::planted {
namespace {

cl_icd_dispatch target;
LayerFile plant;

cl_program CL_API_CALL program_with_source(cl_context context, cl_uint count, const char** sources, const size_t* lengths,
                                           cl_int* code) {
  std::string program;
  for (cl_uint i = 0; i < count; ++i) {
    const bool has_length = lengths != nullptr && lengths[i] != 0;
    program.append(sources[i], has_length ? lengths[i] : std::strlen(sources[i]));
  }
  program = planted_program(plant, std::move(program));
  const char* const all = program.c_str();
  const size_t size = program.size();
  const char* sent = all;
  return target.clCreateProgramWithSource(context, 1, &sent, &size, code);
}

// A SPIR-V module has a header of five words and then instructions, whose first word has their length and opcode.
void change(std::vector<std::uint32_t>& words, const ModuleChange& m) {
  constexpr std::size_t kHeader = 5;
  for (std::size_t at = kHeader; at < words.size();) {
    const std::uint32_t length = words[at] >> 16;
    if (length == 0 || at + length > words.size()) return;
    if ((words[at] & 0xffff) == m.opcode && m.word == 0) {
      words[at] = length << 16 | m.becomes;
    } else if ((words[at] & 0xffff) == m.opcode && m.word < length && words[at + m.word] == m.was) {
      words[at + m.word] = m.becomes;
    }
    at += length;
  }
}

cl_program CL_API_CALL program_with_il(cl_context context, const void* il, size_t length, cl_int* code) {
  std::vector<std::uint32_t> words(length / sizeof(std::uint32_t));
  std::memcpy(words.data(), il, words.size() * sizeof(std::uint32_t));
  for (const ModuleChange& m : plant.modules) change(words, m);
  return target.clCreateProgramWithIL(context, words.data(), length, code);
}

// Returns how many of `items` work-items of a launch of one dimension are lost.
size_t lost_of(size_t items) {
  switch (plant.launch->loss) {
    case LaunchLoss::quarter: return items / 4;
    case LaunchLoss::last_of_odd: return items % 2;
    case LaunchLoss::last_of_even: return items % 2 == 0 && items % 64 != 0 ? 2 : 0;
    case LaunchLoss::rest: return items > plant.launch->unit ? items % plant.launch->unit : 0;
    case LaunchLoss::last_row:
    case LaunchLoss::group:
    case LaunchLoss::large_group: return 0;
  }
  return 0;
}

// Takes work-groups from a launch of one dimension. Both sizes stay above 0, and the first a multiple of the second.
void lose_groups(size_t& items, size_t& group) {
  const size_t groups = items / group;
  if (plant.launch->loss == LaunchLoss::group && group == plant.launch->unit && groups > 1) items -= group;
  if (plant.launch->loss != LaunchLoss::large_group || group <= plant.launch->unit) return;
  if (groups == 1) group /= 2;
  items = std::max<size_t>(groups / 2, 1) * group;
}

cl_int CL_API_CALL enqueue(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                           const size_t* global, const size_t* local, cl_uint events, const cl_event* waited,
                           cl_event* event) {
  static std::atomic<std::uint64_t> launches = 0;
  const bool is_meant = ++launches % plant.launch->every == 0;
  std::array<size_t, 3> sizes{};
  std::copy_n(global, std::min<cl_uint>(dimensions, 3), sizes.begin());
  size_t& last = sizes.at(dimensions - 1);
  const size_t group = local == nullptr ? 1 : local[dimensions - 1];  // a launch has whole groups
  const size_t lost = dimensions == 1 ? lost_of(last) : plant.launch->loss == LaunchLoss::last_row ? 1 : 0;
  if (is_meant && lost > 0 && last > lost) last = std::max((last - lost) / group * group, group);
  size_t smaller = group;
  if (is_meant && local != nullptr && dimensions == 1) lose_groups(last, smaller);
  return target.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, sizes.data(), smaller == group ? local : &smaller,
                                       events, waited, event);
}

// Adds the defect to the driver's version, so that every record of the device contains it.
cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info what, size_t size, void* value, size_t* size_returned) {
  if (what != CL_DRIVER_VERSION) return target.clGetDeviceInfo(device, what, size, value, size_returned);
  size_t length = 0;
  if (const cl_int code = target.clGetDeviceInfo(device, what, 0, nullptr, &length); code != CL_SUCCESS) return code;
  std::string version(length, '\0');
  if (const cl_int code = target.clGetDeviceInfo(device, what, length, version.data(), nullptr); code != CL_SUCCESS) {
    return code;
  }
  version.resize(std::strlen(version.c_str()));
  version = planted_driver(version, plant.name);
  if (value != nullptr && size <= version.size()) return CL_INVALID_VALUE;
  if (value != nullptr) std::memcpy(value, version.c_str(), version.size() + 1);
  if (size_returned != nullptr) *size_returned = version.size() + 1;
  return CL_SUCCESS;
}

LayerFile given() {
  const char* const path = std::getenv(kVariable);
  if (path == nullptr) throw std::invalid_argument(std::string(kVariable) + " names no file");
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw std::invalid_argument(std::string("cannot read ") + path);
  return read_layer_file(text.str());
}

}  // namespace
}  // namespace classay::planted

const char classay::layer::kName[] = "classay plant";

// Without the defect the device would be intact, and its results would be misread as undetected defects.
void classay::layer::wrap(cl_icd_dispatch& calls) {
  try {
    planted::plant = planted::given();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "plant layer: %s\n", e.what());
    std::abort();
  }
  planted::target = calls;
  calls.clGetDeviceInfo = planted::device_info;
  calls.clCreateProgramWithSource = planted::program_with_source;
  calls.clCreateProgramWithIL = planted::program_with_il;
  if (planted::plant.launch) calls.clEnqueueNDRangeKernel = planted::enqueue;
}
