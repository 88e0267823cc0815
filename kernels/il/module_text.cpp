#include "kernels/il/module_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "kernels/arguments.h"
#include "kernels/il/environment.h"
#include "kernels/il/instruction.h"

namespace classay::il {
namespace {

std::string_view storage_class(Storage s) {
  switch (s) {
    case Storage::input: return "Input";
    case Storage::function: return "Function";
    case Storage::local: return "Workgroup";
    case Storage::global: return "CrossWorkgroup";
    case Storage::generic: return "Generic";
    case Storage::constant: return "UniformConstant";
  }
  throw std::invalid_argument("no such storage");
}

std::string_view prefix(Storage s) {
  switch (s) {
    case Storage::input: return "input";
    case Storage::function: return "private";
    case Storage::local: return "local";
    case Storage::global: return "global";
    case Storage::generic: return "generic";
    case Storage::constant: return "constant";
  }
  throw std::invalid_argument("no such storage");
}

// Returns the unsigned type for an integer: integer types of SPIR-V have no sign.
const TypeInfo& declared_as(Type type) { return info(is_float(type) ? type : integer_type(width(type), false)); }

// An assembler that is older than an encoding needs the words of the instruction: length and opcode, result, and operands.
std::string declaration_of(const TypeInfo& type) {
  constexpr unsigned kTypeFloat = 22;
  if (!type.is_float) return fmt::format("%{} = OpTypeInt {} 0", type.word, type.width);
  if (!type.encoding) return fmt::format("%{} = OpTypeFloat {}", type.word, type.width);
  return fmt::format("!{:#010x} %{} !{} !{}  ; %{} = OpTypeFloat {} {}", 4U << 16U | kTypeFloat, type.word, type.width,
                     type.encoding->number, type.word, type.width, type.encoding->name);
}

std::string lines(const std::vector<std::string>& all) { return fmt::format("{}\n", fmt::join(all, "\n")); }

}  // namespace

ModuleText::ModuleText(const Compiler& compiler) : compiler_(compiler) {
  capability("Addresses");
  capability("Kernel");
}

void ModuleText::capability(std::string_view name) {
  const std::optional<unsigned> number = new_capability(name);
  capabilities_.insert(number ? fmt::format("OpCapability !{}  ; {}", *number, name) : fmt::format("OpCapability {}", name));
  if (const std::string_view extension = extension_declared_with(name); !extension.empty()) opencl_extension(extension);
}

void ModuleText::opencl_extension(std::string_view name) {
  const bool is_declared = compiler_.environment.is_known() && compiler_.environment < kNoOpenclExtensions;
  if (is_declared && std::ranges::find(compiler_.extensions, name) != compiler_.extensions.end()) extension(name);
}

// In OpenCL 1.2, "Scope must be Device" for all atomic instructions. Later, the scope of local memory is the work-group.
std::string ModuleText::atomic_scope(Storage memory) {
  constexpr Bits kDevice = 1;
  constexpr Bits kWorkgroup = 2;
  return constant(Type::u32, memory == Storage::global || compiler_.environment.major == 1 ? kDevice : kWorkgroup);
}

// OpenCL 1.2 requires SequentiallyConsistent, which a later device need not support. All later devices support
// AcquireRelease.
std::string ModuleText::barrier_semantics() {
  constexpr Bits kWorkgroupMemory = 0x100;
  constexpr Bits kAcquireRelease = 0x8;
  constexpr Bits kSequentiallyConsistent = 0x10;
  return constant(Type::u32,
                  kWorkgroupMemory | (compiler_.environment.major == 1 ? kSequentiallyConsistent : kAcquireRelease));
}

std::string ModuleText::declared(const std::string& name, const std::string& definition) {
  if (declared_.insert(name).second) globals_.push_back(fmt::format("{} = {}", name, definition));
  return name;
}

std::string ModuleText::scalar(Type type) {
  const TypeInfo& of = declared_as(type);
  if (!of.capability.empty()) capability(of.capability);
  if (!of.brought_by.empty()) extension(of.brought_by);
  std::string name = fmt::format("%{}", of.word);
  // Instructions that are given as words come first. After an instruction with optional operands, such as OpVariable, the
  // words would be parsed as its operands.
  if (declared_.insert(name).second) globals_.insert(of.encoding ? globals_.begin() : globals_.end(), declaration_of(of));
  return name;
}

std::string ModuleText::vector(Type type, int width) {
  std::string element = scalar(type);
  if (width == 1) return element;
  if (width > 4) capability("Vector16");
  return declared(fmt::format("{}{}", element, width), fmt::format("OpTypeVector {} {}", element, width));
}

std::string ModuleText::pointer_to(Storage storage, const std::string& type) {
  if (storage == Storage::generic) capability("GenericPointer");
  return declared(fmt::format("%{}_{}", prefix(storage), type.substr(1)),
                  fmt::format("OpTypePointer {} {}", storage_class(storage), type));
}

std::string ModuleText::pointer(Storage storage, Type type, int width) { return pointer_to(storage, vector(type, width)); }

std::string ModuleText::pair(Type type, int width) {
  const std::string one = vector(type, width);
  return declared(fmt::format("%pair_of_{}", one.substr(1)), fmt::format("OpTypeStruct {} {}", one, one));
}

std::string ModuleText::array(const std::string& element, std::uint64_t count) {
  const std::string size = constant(Type::u64, count);
  return declared(fmt::format("{}_x{}", element, count), fmt::format("OpTypeArray {} {}", element, size));
}

std::string ModuleText::pointer_to_stored_half(Storage storage) {
  capability("Float16Buffer");
  const std::string half = declared("%half", "OpTypeFloat 16");
  return declared(fmt::format("%{}_half", prefix(storage)),
                  fmt::format("OpTypePointer {} {}", storage_class(storage), half));
}

std::string ModuleText::constant(Type type, Bits bits) {
  const std::string of = scalar(type);
  const std::string name = fmt::format("{}_{:x}", of, bits);
  if (!is_float(type)) return declared(name, fmt::format("OpConstant {} {}", of, bits));
  // Writes the bits as words, the low word first, so that no digit is rounded and a NaN keeps its payload.
  std::string words = fmt::format("!{:#x}", bits & 0xffffffffU);
  if (width(type) == 64) words += fmt::format(" !{:#x}", bits >> 32);
  return declared(name, fmt::format("OpConstant {} {}  ; {}", of, words, value_text(type, bits)));
}

std::string ModuleText::constant(Type type, int width, Bits bits) {
  std::string one = constant(type, bits);
  if (width == 1) return one;
  const std::string of = vector(type, width);
  std::string all;
  for (int lane = 0; lane < width; ++lane) all += " " + one;
  return declared(fmt::format("{}_{:x}", of, bits), fmt::format("OpConstantComposite {}{}", of, all));
}

std::string ModuleText::constant(Type type, const std::vector<Bits>& lanes, const std::string& name) {
  if (lanes.size() == 1) return constant(type, lanes[0]);
  std::string all;
  for (const Bits bits : lanes) all += " " + constant(type, bits);
  return declared(name, fmt::format("OpConstantComposite {}{}", vector(type, static_cast<int>(lanes.size())), all));
}

std::string ModuleText::constant_text(const std::string& text, const std::string& name) {
  std::string all;
  for (const char c : text) all += " " + constant(Type::u8, static_cast<unsigned char>(c));
  all += " " + constant(Type::u8, 0);
  const std::string type = array(scalar(Type::u8), text.size() + 1);
  const std::string characters = declared(name + "_text", fmt::format("OpConstantComposite {}{}", type, all));
  return declared(name, fmt::format("OpVariable {} UniformConstant {}", pointer_to(Storage::constant, type), characters));
}

std::string ModuleText::boolean(int width) {
  std::string one = declared("%bool", "OpTypeBool");
  if (width == 1) return one;
  if (width > 4) capability("Vector16");
  return declared(fmt::format("%bool{}", width), fmt::format("OpTypeVector {} {}", one, width));
}

std::string ModuleText::void_type() { return declared("%void", "OpTypeVoid"); }

std::string ModuleText::function_type(const std::vector<std::string>& parameters, const std::string& name) {
  const std::string nothing = void_type();
  return declared(name, fmt::format("OpTypeFunction {} {}", nothing, fmt::join(parameters, " ")));
}

std::string ModuleText::input(const std::string& name, std::string_view builtin, const std::string& type) {
  if (declared_.contains(name)) return name;
  decoration(fmt::format("OpDecorate {} BuiltIn {}", name, builtin));
  decoration(fmt::format("OpDecorate {} Constant", name));
  return declared(name, fmt::format("OpVariable {} Input", pointer_to(Storage::input, type)));
}

std::string ModuleText::ids(const std::string& name, std::string_view builtin) {
  return input(name, builtin, vector(size_type(), 3));
}

std::string ModuleText::built_in(std::string_view builtin, const std::string& type) {
  return input(fmt::format("%{}", builtin), builtin, type);
}

std::string ModuleText::text() const {
  std::vector<std::string> all(capabilities_.begin(), capabilities_.end());
  all.insert(all.end(), extensions_.begin(), extensions_.end());
  return lines(all) + "%std = OpExtInstImport \"OpenCL.std\"\n" +
         fmt::format("OpMemoryModel Physical{} OpenCL\n", compiler_.address_bits) + lines(entry_points_) +
         lines(execution_modes_) + lines(decorations_) + lines(globals_) + functions_;
}

}  // namespace classay::il
