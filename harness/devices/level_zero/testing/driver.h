// A driver of Level Zero for tests, which forwards to the first OpenCL device that takes SPIR-V: a way to try the back end
// without a GPU. The real loader takes it by ZE_ENABLE_ALT_DRIVERS. It has what the back end asks and a little more; a call
// that it has not is null, which the loader answers with ZE_RESULT_ERROR_UNSUPPORTED_FEATURE.
//
// CLASSAY_TEST_DRIVER says how it is to behave, in words with commas:
//   discrete      as a device with memory of its own
//   api-1.1       as a driver of before 1.2, whose clock is told in nanoseconds of a tick
//   no-devices    as a driver without a device
//   no-f16        as a device without the flag ZE_DEVICE_MODULE_FLAG_FP16, though it computes in f16
//   opencl-groups as OpenCL is asked by the program: what lies behind it chooses the size of work-groups
//   zeNAME:DO[:N[:COMMAND]]
//                 the call fails, from the Nth time on, in processes of that sub-command of the program alone (worker):
//                 DO is a code in hex (70000001), of which 0 is success without anything done, hang, or flush: it turns on
//                 flush to zero in its caller's thread, and is done
//   huge          as a device with 2^62 bytes of memory
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <level_zero/ze_api.h>

#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct _ze_driver_handle_t {};

struct _ze_device_handle_t {
  cl_platform_id platform = nullptr;
  cl_device_id id = nullptr;
};

struct _ze_context_handle_t {
  cl_context context = nullptr;
  std::map<std::byte*, std::size_t> memory;  // by its beginning
  bool owns(const void* pointer) const;
};

// A command: what is to be done on a queue, once or each time its list is executed.
using Command = std::function<void(cl_command_queue)>;

struct _ze_command_queue_handle_t {
  cl_command_queue queue = nullptr;
};

struct _ze_command_list_handle_t {
  cl_command_queue at_once = nullptr;  // of an immediate list
  std::vector<Command> commands;       // of any other
  bool is_closed = false;
  void append(Command command);
};

struct _ze_event_pool_handle_t {};

struct _ze_event_handle_t {
  cl_event event = nullptr;  // of what will signal it, once that was given to a queue
  void signalled_by(cl_event e);
};

struct _ze_module_handle_t {
  ze_context_handle_t context = nullptr;
  cl_program program = nullptr;
};

struct _ze_module_build_log_handle_t {
  std::string text;
};

struct _ze_kernel_handle_t {
  ze_context_handle_t context = nullptr;
  cl_kernel kernel = nullptr;
  std::map<cl_uint, std::vector<std::byte>> arguments;
  std::size_t group_size[3]{1, 1, 1};
};

namespace test_driver {

// What a call of OpenCL's said, as a driver of Level Zero says it.
struct Failed : std::exception {
  explicit Failed(ze_result_t c) : code(c) {}
  ze_result_t code;
};
void check(cl_int code);

bool is_told(std::string_view word);  // to behave so

// The code that the call has to return without doing its work. nullopt: it does its work.
std::optional<ze_result_t> fault_of(std::string_view call);

_ze_device_handle_t& device();  // throws Failed where there is none

// The name of a call, for the compiler.
template <std::size_t kSize>
struct Name {
  char text[kSize]{};
  constexpr Name(const char (&t)[kSize]) {  // NOLINT(google-explicit-constructor)
    for (std::size_t i = 0; i < kSize; ++i) text[i] = t[i];
  }
};

// A call as the loader makes it: faults first, and exceptions become codes.
template <Name kName, auto kFunction>
struct Entry;
template <Name kName, class... Arguments, void (*kFunction)(Arguments...)>
struct Entry<kName, kFunction> {
  static ze_result_t ZE_APICALL call(Arguments... arguments) {
    if (const auto told = fault_of(kName.text)) return *told;
    try {
      kFunction(arguments...);
    } catch (const Failed& f) {
      return f.code;
    } catch (const std::bad_alloc&) {
      return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    return ZE_RESULT_SUCCESS;
  }
};
template <Name kName, auto kFunction>
constexpr auto kEntry = &Entry<kName, kFunction>::call;

// What the tables are filled with: driver.cpp, and commands.cpp for what runs.
void fill(struct _ze_driver_dditable_t& table);
void fill(struct _ze_device_dditable_t& table);
void fill(struct _ze_context_dditable_t& table);
void fill(struct _ze_mem_dditable_t& table);
void fill(struct _ze_module_dditable_t& table);
void fill(struct _ze_module_build_log_dditable_t& table);
void fill(struct _ze_kernel_dditable_t& table);
void fill(struct _ze_command_queue_dditable_t& table);
void fill(struct _ze_command_list_dditable_t& table);
void fill(struct _ze_event_pool_dditable_t& table);
void fill(struct _ze_event_dditable_t& table);

}  // namespace test_driver
