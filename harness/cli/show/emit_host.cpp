#include "harness/cli/show/repro.h"

namespace classay {
namespace {

constexpr std::string_view kHead =
    R"(// Asks an OpenCL device for some results and shows them beside the right ones: each vector by one work-item alone, as
// constants of the program, and by many work-items at once, of which compilers make vectors.
//
//   make run    or    ./host [PLATFORM [DEVICE]]    (numbers, from 0)
//
// Exit code: 0 every result is the correctly rounded one, 1 some differ, 2 the device could not be used. A result that
// differs is wrong only if its error exceeds the limit below.
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CROWD 1023  // work-items: odd, as is every number of them here
#define FILLED 0xa5  // what outputs hold before

)";

constexpr std::string_view kTail = R"(
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static unsigned char* results[OUTPUTS];  // results of the last launch

static void must(cl_int code, const char* call) {
  if (code == CL_SUCCESS) return;
  fprintf(stderr, "%s failed with code %d\n", call, code);
  exit(2);
}

static void open_device(cl_uint platform, cl_uint number) {
  cl_platform_id platforms[16];
  cl_device_id devices[16];
  cl_uint count = 0;
  cl_int code;
  must(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
  if (platform >= count) must(CL_INVALID_PLATFORM, "choosing the platform");
  must(clGetDeviceIDs(platforms[platform], CL_DEVICE_TYPE_ALL, 16, devices, &count), "clGetDeviceIDs");
  if (number >= count) must(CL_INVALID_DEVICE, "choosing the device");
  device = devices[number];
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  must(code, "clCreateContext");
  queue = clCreateCommandQueue(context, device, 0, &code);
  must(code, "clCreateCommandQueue");
}

static char* read_file(const char* name) {
  FILE* file = fopen(name, "rb");
  char* text = calloc(1, 1 << 20);
  if (file == NULL || text == NULL || fread(text, 1, (1 << 20) - 1, file) == 0) {
    fprintf(stderr, "cannot read %s\n", name);
    exit(2);
  }
  fclose(file);
  return text;
}

static cl_kernel build(const char* name, const char* kernel_name) {
  static char log[1 << 16];
  cl_int code;
  const char* source = read_file(name);
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
  must(code, "clCreateProgramWithSource");
  code = clBuildProgram(program, 1, &device, OPTIONS, NULL, NULL);
  if (code != CL_SUCCESS) {
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    fprintf(stderr, "%s: %s\n", name, log);
  }
  must(code, "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, kernel_name, &code);
  must(code, "clCreateKernel");
  return kernel;
}

static cl_mem buffer_of(cl_kernel kernel, cl_uint argument, void* bytes, size_t size) {
  cl_int code;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, size, bytes, &code);
  must(code, "clCreateBuffer");
  must(clSetKernelArg(kernel, argument, sizeof buffer, &buffer), "clSetKernelArg");
  return buffer;
}

// The work-group size that the kernel declares (reqd_work_group_size); 0: none, and the driver chooses one.
static size_t required_group(cl_kernel kernel) {
  size_t sizes[3] = {0, 0, 0};
  must(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof sizes, sizes, NULL),
       "clGetKernelWorkGroupInfo");
  return sizes[0];
}

// A launch consists of whole work-groups. The kernels store nothing for work-items beyond those asked for.
static size_t in_whole_groups(size_t items, size_t group) {
  return group == 0 ? items : (items + group - 1) / group * group;
}

// One vector, asked by all work-items; none (-1): the constants of the program, a vector of them by each.
static void launch(cl_kernel kernel, int vector, size_t items) {
  cl_mem buffers[OUTPUTS + ARGUMENTS];
  cl_uint argument = 0;
  for (int o = 0; o < OUTPUTS; ++o, ++argument) {
    const size_t size = items * RESULTS * result_bytes[o];
    memset(results[o], FILLED, size);
    buffers[argument] = buffer_of(kernel, argument, results[o], size);
  }
  for (int a = 0; a < ARGUMENTS && vector >= 0; ++a, ++argument) {
    const size_t room = LANES == 3 ? 4 : LANES;  // a vector of three has the size of four
    unsigned char* sent = calloc(items * room, input_bytes[a]);
    if (sent == NULL) must(CL_OUT_OF_HOST_MEMORY, "calloc");
    for (size_t i = 0; i < items * LANES; ++i) {
      memcpy(sent + (i / LANES * room + i % LANES) * input_bytes[a], &inputs[a][vector][i % LANES], input_bytes[a]);
    }
    buffers[argument] = buffer_of(kernel, argument, sent, items * room * input_bytes[a]);
    free(sent);
  }
  const cl_uint used = argument;
  const cl_ulong scalars[4] = {0, items * LANES, 0, 0};  // first, count, shift, seed
  for (int s = 0; s < 4; ++s) must(clSetKernelArg(kernel, argument++, sizeof scalars[s], &scalars[s]), "clSetKernelArg");
  const size_t group = required_group(kernel);
  const size_t global = in_whole_groups(items, group);
  must(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, group == 0 ? NULL : &group, 0, NULL, NULL),
       "clEnqueueNDRangeKernel");
  for (int o = 0; o < OUTPUTS; ++o) {
    must(clEnqueueReadBuffer(queue, buffers[o], CL_TRUE, 0, items * RESULTS * result_bytes[o], results[o], 0, NULL, NULL),
         "clEnqueueReadBuffer");
  }
  for (cl_uint b = 0; b < used; ++b) clReleaseMemObject(buffers[b]);
}

static cl_ulong result_of(size_t item, int r, int o) {
  cl_ulong got = 0;  // the host's bytes have the lowest first
  memcpy(&got, results[o] + result_bytes[o] * (item * RESULTS + (size_t)r), result_bytes[o]);
  return got;
}

static int is_right(cl_ulong got, int o, int vector, int r) {
  const cl_ulong sign = 1ull << (8 * result_bytes[o] - 1);
  if (right[o][vector][r] == ANY_NAN) return (got & ~sign) > infinity[o];
  return right[o][vector][r] == ANYTHING || got == nearest[o][vector][r];
}

// Shows a result; 1 when it is not the one that is right.
static int show(const char* how, cl_ulong got, int o, int vector, int r) {
  const int digits = (int)result_bytes[o] * 2;
  cl_ulong filled = 0;
  memset(&filled, FILLED, result_bytes[o]);
  const int differs = !is_right(got, o, vector, r);
  printf("    %-14s 0x%0*llx%s%s\n", how, digits, (unsigned long long)got, differs ? "  DIFFERS" : "",
         differs && got == filled ? ": it was never written" : "");
  return differs;
}

int main(int argc, char** argv) {
  open_device(argc > 1 ? (cl_uint)atoi(argv[1]) : PLATFORM, argc > 2 ? (cl_uint)atoi(argv[2]) : DEVICE);
  for (int o = 0; o < OUTPUTS; ++o) {
    results[o] = malloc((size_t)(CROWD > VECTORS ? CROWD : VECTORS) * RESULTS * result_bytes[o]);
    if (results[o] == NULL) must(CL_OUT_OF_HOST_MEMORY, "malloc");
  }
  static cl_ulong alone[VECTORS][RESULTS][OUTPUTS], constant[VECTORS][RESULTS][OUTPUTS];
  static int others[VECTORS];  // work-items of the launch of many whose result differs from that of one work-item
  cl_kernel kernel = build("kernel.cl", KERNEL);
  cl_kernel of_constants = build("constants.cl", CONSTANTS_KERNEL);
  for (int v = 0; v < VECTORS; ++v) {
    launch(kernel, v, 1);
    for (int i = 0; i < RESULTS * OUTPUTS; ++i) alone[v][i / OUTPUTS][i % OUTPUTS] = result_of(0, i / OUTPUTS, i % OUTPUTS);
    launch(kernel, v, CROWD);
    for (size_t item = 0; item < CROWD; ++item) {
      int differs = 0;
      for (int i = 0; i < RESULTS * OUTPUTS; ++i) {
        differs |= result_of(item, i / OUTPUTS, i % OUTPUTS) != alone[v][i / OUTPUTS][i % OUTPUTS];
      }
      others[v] += differs;
    }
  }
  launch(of_constants, -1, VECTORS);
  for (int v = 0; v < VECTORS; ++v) {
    for (int i = 0; i < RESULTS * OUTPUTS; ++i) {
      constant[v][i / OUTPUTS][i % OUTPUTS] = result_of((size_t)v, i / OUTPUTS, i % OUTPUTS);
    }
  }

  int differing = 0;
  printf("%s, limit %s\n", CASE, LIMIT);
  for (int v = 0; v < VECTORS; ++v) {
    for (int r = 0; r < RESULTS; ++r) {
      printf("  %s\n", calls[v][r]);
      for (int o = 0; o < OUTPUTS; ++o) {
        printf("    %-14s %s\n    %-14s 0x%0*llx\n", "exact", exact[o][v][r], "nearest", (int)result_bytes[o] * 2,
               (unsigned long long)nearest[o][v][r]);
        differing += show("got", alone[v][r][o], o, v, r);
        differing += show("as a constant", constant[v][r][o], o, v, r);
      }
    }
    if (others[v] > 0) printf("    %d of %d work-items of one launch have a different result\n", others[v], CROWD);
    differing += others[v] > 0;
  }
  return differing != 0;
}
)";

}  // namespace

std::string_view host_head() { return kHead; }
std::string_view host_tail() { return kTail; }

}  // namespace classay
