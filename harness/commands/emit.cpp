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

  unsigned char results[OUTPUT_BYTES];
  memset(results, 0xa5, sizeof results);
  cl_mem out = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof results, results, &code);
  must(code, "clCreateBuffer");
  cl_uint argument = 0;
  must(clSetKernelArg(kernel, argument++, sizeof out, &out), "clSetKernelArg");
  for (int a = 0; a < ARGUMENTS; ++a) {
    cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, COUNT * sizeof inputs[0][0], (void*)inputs[a], &code);
    must(code, "clCreateBuffer");
    must(clSetKernelArg(kernel, argument++, sizeof in, &in), "clSetKernelArg");
  }
  const cl_ulong scalars[4] = {0, COUNT, 0, 0};  // first, count, shift, seed
  for (int s = 0; s < 4; ++s) must(clSetKernelArg(kernel, argument++, sizeof scalars[s], &scalars[s]), "clSetKernelArg");
  const size_t items = ITEMS;
  must(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
  must(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof results, results, 0, NULL, NULL), "clEnqueueReadBuffer");

  int differing = 0;
  printf("%s, limit %s\n", CASE, LIMIT);
  for (int i = 0; i < COUNT; ++i) {
    result_bits got;
    memcpy(&got, results + sizeof got * places[i], sizeof got);
    const int differs = got != nearest[i];
    differing += differs;
    printf("  %s  got 0x%0*llx  nearest 0x%0*llx  exact %s%s\n", calls[i], DIGITS, (unsigned long long)got, DIGITS,
           (unsigned long long)nearest[i], exact[i], differs ? "  DIFFERS" : "");
  }
  return differing != 0;
}
)";

std::vector<std::vector<Value>> one_lane(const std::vector<Value>& args) {
  std::vector<std::vector<Value>> lanes;
  for (const Value& v : args) lanes.push_back({v});
  return lanes;
}

std::string_view c_type(int bits) {
  return bits == 8 ? "cl_uchar" : bits == 16 ? "cl_ushort" : bits == 32 ? "cl_uint" : "cl_ulong";
}

void write_file(const std::filesystem::path& file, std::string_view text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
}

// Inputs, right results and where each result stands, as C tables.
std::string tables(const ReproCase& repro, const StandAlone& program) {
  const Case& c = repro.asked;
  const Type result = result_types(*c.row, c.format).front();
  const std::size_t arguments = argument_types(*c.row, c.format).size();
  std::vector<std::string> rows(arguments);
  std::string nearest_row;
  std::string exact_row;
  std::string calls;
  std::string places;
  for (std::size_t i = 0; i < program.inputs.size(); ++i) {
    const std::vector<Value> args = argument_values(c, program.inputs[i]);
    for (std::size_t a = 0; a < arguments; ++a) rows[a] += pattern(args[a]) + ", ";
    const ParsedCall call{.row = c.row, .format = c.format, .arguments = one_lane(args), .flat = args};
    const Component component = components(call).front();
    nearest_row += pattern({result, component.rounded[0].value_or(0)}) + ", ";
    exact_row += fmt::format("    \"{}\",\n", between(component.value));
    calls += fmt::format("    \"{}\",\n", call_text(call));
    places += fmt::format("{}, ", program.places.at(i));
  }
  std::string text = fmt::format("typedef {} result_bits;\n", c_type(width(result)));
  text += fmt::format("static const {} inputs[ARGUMENTS][COUNT] = {{\n", c_type(width(c.format)));
  for (const std::string& row : rows) text += "    {" + row + "},\n";
  text += "};\nstatic const result_bits nearest[COUNT] = {" + nearest_row + "};\n";
  text += "static const char* const exact[COUNT] = {\n" + exact_row + "};\n";
  text += "static const char* const calls[COUNT] = {\n" + calls + "};\n";
  text += "static const int places[COUNT] = {" + places + "};  // the element that holds the result of an input\n";
  return text;
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
         define("OUTPUT_BYTES", program.output_bytes) + define("DIGITS", width(result_types(*c.row, c.format).front()) / 4) +
         "\n";
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
