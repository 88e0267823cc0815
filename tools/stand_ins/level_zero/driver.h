// Implements a Level Zero driver for tests, which forwards to the first OpenCL device that takes SPIR-V. It tests the back
// end without a GPU. The real loader loads it through ZE_ENABLE_ALT_DRIVERS. It has the functions that the back end calls
// and a few more. A missing function is null, for which the loader returns ZE_RESULT_ERROR_UNSUPPORTED_FEATURE.
//
// CLASSAY_TEST_DRIVER sets its behaviour, in words separated by commas:
//   discrete      like a device with memory of its own
//   api-1.1       like a driver before version 1.2, whose clock is in nanoseconds per tick
//   no-devices    like a driver without a device
//   no-f16        like a device without the flag ZE_DEVICE_MODULE_FLAG_FP16, though it computes in f16
//   no-offsets    like a driver without ZE_experimental_global_offset
//   opencl-groups the OpenCL device chooses the size of work-groups, as in the OpenCL back end
//   zeNAME:DO[:N[:COMMAND]]
//                 the call fails from the Nth time on, only in processes of that sub-command of the program (worker).
//                 DO is one of: a code in hex (70000001), where 0 means success without any effect; hang; or flush, which
//                 turns on flush to zero in the calling thread and then makes the call
//   huge          like a device with 2^62 bytes of memory
//   no-digests    launches of the kernel that makes digests (kernels/digesting.h) have no effect
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
  std::map<std::byte*, std::size_t> memory;  // by start address
  bool owns(const void* pointer) const;
};

// A command to be executed on a queue, once or each time its list is executed.
using Command = std::function<void(cl_command_queue)>;

struct _ze_command_queue_handle_t {
  cl_command_queue queue = nullptr;
};

struct _ze_command_list_handle_t {
  cl_command_queue at_once = nullptr;  // for an immediate list
  std::vector<Command> commands;       // for any other list
  bool is_closed = false;
  void append(Command command);
};

struct _ze_event_pool_handle_t {};

struct _ze_event_handle_t {
  cl_event event = nullptr;  // event of the command that will signal it, once that is in a queue
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
  bool makes_digests = false;
  std::size_t group_size[3]{1, 1, 1};
  std::size_t offset[3]{};
};

namespace test_driver {

struct Failed : std::exception {
  explicit Failed(ze_result_t c) : code(c) {}
  ze_result_t code;
};
void check(cl_int code);

bool is_told(std::string_view word);  // whether this behaviour is set

// Returns the code that the call must return without doing its work; nullopt: it does its work.
std::optional<ze_result_t> fault_of(std::string_view call);

_ze_device_handle_t& device();  // throws Failed if there is none

// The name of a call as a template argument.
template <std::size_t kSize>
struct Name {
  char text[kSize]{};
  constexpr Name(const char (&t)[kSize]) {  // NOLINT(google-explicit-constructor)
    for (std::size_t i = 0; i < kSize; ++i) text[i] = t[i];
  }
};

// A call as the loader makes it: checks for faults first, and translates exceptions to codes.
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

// Fill the tables; defined in driver.cpp, and in commands.cpp for commands.
void fill(struct _ze_driver_dditable_t& table);
void fill(struct _ze_device_dditable_t& table);
void fill(struct _ze_context_dditable_t& table);
void fill(struct _ze_mem_dditable_t& table);
void fill(struct _ze_module_dditable_t& table);
void fill(struct _ze_module_build_log_dditable_t& table);
void fill(struct _ze_kernel_dditable_t& table);
void fill(struct _ze_kernel_exp_dditable_t& table);
void fill(struct _ze_command_queue_dditable_t& table);
void fill(struct _ze_command_list_dditable_t& table);
void fill(struct _ze_event_pool_dditable_t& table);
void fill(struct _ze_event_dditable_t& table);

}  // namespace test_driver
