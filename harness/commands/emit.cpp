// A failing case as a program of its own: kernel.cl, host.c, a Makefile. Whoever gets it needs a C compiler and an OpenCL
// driver, nothing of classay.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "harness/commands/answer.h"
#include "harness/commands/batch.h"
#include "harness/commands/repro.h"
#include "harness/words/inputs.h"

namespace classay {
namespace {

constexpr std::string_view kMakefile = R"(host: host.c
	$(CC) -std=c99 -Wall -o host host.c -lOpenCL

run: host
	./host
)";

// What stands before the tables, and what after them. PLATFORM and DEVICE may be given on the command line.
constexpr std::string_view kHostHead = R"(// Asks an OpenCL device for some results and shows them beside the right ones.
//
//   make run    or    ./host [PLATFORM [DEVICE]]    (numbers, from 0)
//
// Exit code: 0 every result is the correctly rounded one, 1 some differ, 2 the device could not be asked. A result that
// differs is wrong only when it is farther off than the limit below allows.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

)";

constexpr std::string_view kHostTail = R"(
static void must(cl_int code, const char* call) {
  if (code == CL_SUCCESS) return;
  fprintf(stderr, "%s failed with code %d\n", call, code);
  exit(2);
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

int main(int argc, char** argv) {
  cl_uint platform = argc > 1 ? (cl_uint)atoi(argv[1]) : PLATFORM;
  cl_uint device = argc > 2 ? (cl_uint)atoi(argv[2]) : DEVICE;
  cl_platform_id platforms[16];
  cl_device_id devices[16];
  cl_uint count = 0;
  must(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
  if (platform >= count) must(CL_INVALID_PLATFORM, "choosing the platform");
  must(clGetDeviceIDs(platforms[platform], CL_DEVICE_TYPE_ALL, 16, devices, &count), "clGetDeviceIDs");
  if (device >= count) must(CL_INVALID_DEVICE, "choosing the device");

  cl_int code;
  cl_context context = clCreateContext(NULL, 1, &devices[device], NULL, NULL, &code);
  must(code, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, devices[device], 0, &code);
  must(code, "clCreateCommandQueue");
  const char* source = read_file("kernel.cl");
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
  must(code, "clCreateProgramWithSource");
  must(clBuildProgram(program, 1, &devices[device], OPTIONS, NULL, NULL), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, KERNEL, &code);
  must(code, "clCreateKernel");

  cl_uint argument = 0;
  unsigned char* results[OUTPUTS];
  cl_mem out[OUTPUTS];
  for (int o = 0; o < OUTPUTS; ++o, ++argument) {
    results[o] = malloc(output_bytes[o]);
    if (results[o] == NULL) must(CL_OUT_OF_HOST_MEMORY, "malloc");
    memset(results[o], 0xa5, output_bytes[o]);
    out[o] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, output_bytes[o], results[o], &code);
    must(code, "clCreateBuffer");
    must(clSetKernelArg(kernel, argument, sizeof out[o], &out[o]), "clSetKernelArg");
  }
  for (int a = 0; a < ARGUMENTS; ++a) {
    unsigned char sent[COUNT * sizeof(cl_ulong)];
    for (int i = 0; i < COUNT; ++i) memcpy(sent + (size_t)i * input_bytes[a], &inputs[a][i], input_bytes[a]);
    cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, COUNT * input_bytes[a], sent, &code);
    must(code, "clCreateBuffer");
    must(clSetKernelArg(kernel, argument++, sizeof in, &in), "clSetKernelArg");
  }
  const cl_ulong scalars[4] = {0, COUNT, 0, 0};  // first, count, shift, seed
  for (int s = 0; s < 4; ++s) must(clSetKernelArg(kernel, argument++, sizeof scalars[s], &scalars[s]), "clSetKernelArg");
  const size_t items = ITEMS;
  must(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
  for (int o = 0; o < OUTPUTS; ++o) {
    must(clEnqueueReadBuffer(queue, out[o], CL_TRUE, 0, output_bytes[o], results[o], 0, NULL, NULL), "clEnqueueReadBuffer");
  }

  int differing = 0;
  printf("%s, limit %s\n", CASE, LIMIT);
  for (int i = 0; i < COUNT; ++i) {
    printf("  %s", calls[i]);
    for (int o = 0; o < OUTPUTS; ++o) {
      cl_ulong got = 0;  // the host's bytes have the lowest first
      memcpy(&got, results[o] + result_bytes[o] * places[i], result_bytes[o]);
      const int differs = got != nearest[o][i];
      differing += differs;
      printf("  got 0x%0*llx  nearest 0x%0*llx  exact %s%s", (int)result_bytes[o] * 2, (unsigned long long)got,
             (int)result_bytes[o] * 2, (unsigned long long)nearest[o][i], exact[o][i], differs ? "  DIFFERS" : "");
    }
    printf("\n");
  }
  return differing != 0;
}
)";

std::vector<std::vector<Value>> one_lane(const std::vector<Value>& args) {
  std::vector<std::vector<Value>> lanes;
  for (const Value& v : args) lanes.push_back({v});
  return lanes;
}

void write_file(const std::filesystem::path& file, std::string_view text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
}

std::string row(const std::vector<std::string>& items) { return fmt::format("    {{{}}},\n", fmt::join(items, ", ")); }

std::string sizes(std::string_view name, const std::vector<std::uint64_t>& bytes) {
  return fmt::format("static const size_t {}[] = {{{}}};\n", name, fmt::join(bytes, ", "));
}

// Inputs, right results and where each result stands, as C tables: those of a result with two components one after the
// other.
std::string tables(const ReproCase& repro, const StandAlone& program) {
  const Case& c = repro.asked;
  const AnswerForm form(*c.row, c.format);
  const std::vector<Type> types = argument_types(*c.row, c.format);
  std::vector<std::vector<std::string>> inputs(types.size());
  std::vector<std::vector<std::string>> nearest(form.types().size());
  std::vector<std::vector<std::string>> exact(form.types().size());
  std::vector<std::string> calls;
  for (const Tuple& input : program.inputs) {
    const std::vector<Value> args = argument_values(c, input);
    for (std::size_t a = 0; a < args.size(); ++a) inputs[a].push_back(pattern(args[a]));
    const ParsedCall call{.row = c.row, .format = c.format, .arguments = one_lane(args), .flat = args};
    const std::vector<Component> all = components(call);
    for (std::size_t k = 0; k < all.size(); ++k) {
      const Bits right = form.as_stored(c.width, k, all[k].rounded[0].value_or(0));
      nearest[k].push_back(pattern({form.stored_type(c.width, k), right}));
      exact[k].push_back(fmt::format("\"{}\"", between(all[k].value)));
    }
    calls.push_back(fmt::format("\"{}\"", call_text(call)));
  }
  std::vector<std::uint64_t> input_bytes;
  for (const Type t : types) input_bytes.push_back(static_cast<std::uint64_t>(width(t)) / 8);
  std::vector<std::uint64_t> result_bytes;
  for (std::size_t k = 0; k < form.types().size(); ++k) {
    result_bytes.push_back(static_cast<std::uint64_t>(width(form.stored_type(c.width, k))) / 8);
  }
  std::string text = sizes("input_bytes", input_bytes) + sizes("result_bytes", result_bytes) +
                     sizes("output_bytes", program.output_bytes) + "static const cl_ulong inputs[ARGUMENTS][COUNT] = {\n";
  for (const auto& argument : inputs) text += row(argument);
  text += "};\nstatic const cl_ulong nearest[OUTPUTS][COUNT] = {\n";
  for (const auto& component : nearest) text += row(component);
  text += "};\nstatic const char* const exact[OUTPUTS][COUNT] = {\n";
  for (const auto& component : exact) text += row(component);
  text += fmt::format("}};\nstatic const char* const calls[COUNT] = {{\n    {},\n}};\n", fmt::join(calls, ",\n    "));
  return text + fmt::format("static const int places[COUNT] = {{{}}};  // the element that holds the result of an input\n",
                            fmt::join(program.places, ", "));
}

std::string definitions(const ReproCase& repro, const StandAlone& program) {
  const Case& c = repro.asked;
  const Promise p = promise(*c.row, c.format, repro.edition, repro.profile, c.mode);
  // An address is platform:device; a name is left to the user.
  const std::size_t colon = repro.device.find(':');
  const bool is_address = colon != std::string::npos && repro.device.find_first_not_of("0123456789:") == std::string::npos;
  const auto define = [](std::string_view name, const auto& value) { return fmt::format("#define {} {}\n", name, value); };
  const auto quoted = [](std::string_view value) { return fmt::format("\"{}\"", value); };
  return define("CASE", quoted(name(c))) + define("LIMIT", quoted(text(p.limit) + ", " + p.clause)) +
         define("OPTIONS", quoted(program.options)) + define("KERNEL", quoted(program.kernel)) +
         define("PLATFORM", is_address ? repro.device.substr(0, colon) : "0") +
         define("DEVICE", is_address ? repro.device.substr(colon + 1) : "0") + define("COUNT", program.inputs.size()) +
         define("ARGUMENTS", argument_types(*c.row, c.format).size()) + define("ITEMS", program.items) +
         define("OUTPUTS", program.output_bytes.size()) + "\n";
}

}  // namespace

void emit(const std::string& folder, const ReproCase& repro) {
  const StandAlone program = stand_alone(repro.asked, repro.inputs);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw std::runtime_error("cannot make " + folder + ": " + error.message());
  const std::filesystem::path at(folder);
  write_file(at / "kernel.cl", program.source);
  write_file(at / "host.c",
             std::string(kHostHead) + definitions(repro, program) + tables(repro, program) + std::string(kHostTail));
  write_file(at / "Makefile", kMakefile);
}

}  // namespace classay
