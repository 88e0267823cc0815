// Writes a SPIR-V module as assembly, with the sections in the order that SPIR-V requires. Types and constants are declared
// at their first use, and capabilities together with the types that need them.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/compiler.h"
#include "reference/number/type.h"

namespace classay::il {

// The memory to which a pointer points.
enum class Storage : std::uint8_t { input, function, local, global, generic, constant };

class ModuleText {
 public:
  explicit ModuleText(const Compiler& compiler);

  // Names of types and constants, which are declared on demand: "%float4", "%global_float", "%ulong_3". Integers have no
  // sign.
  std::string scalar(Type type);
  std::string vector(Type type, int width);  // the scalar for a width of 1
  std::string pointer(Storage storage, Type type, int width = 1);
  // Returns a pointer to halves that are only stored and loaded. It does not need half arithmetic.
  std::string pointer_to_stored_half(Storage storage);
  Type size_type() const { return compiler_.address_bits == 64 ? Type::u64 : Type::u32; }  // OpenCL's size_t
  std::string constant(Type type, Bits bits);
  std::string constant(Type type, int width, Bits bits);  // the same bits in all lanes
  // Declares a vector of these lanes under this name. The constant of a single lane keeps its own name.
  std::string constant(Type type, const std::vector<Bits>& lanes, const std::string& name);
  // Declares a variable in constant memory with a text and a terminating zero.
  std::string constant_text(const std::string& text, const std::string& name);
  std::string boolean(int width);
  std::string pair(Type type, int width);  // a structure of two
  std::string array(const std::string& element, std::uint64_t count);
  std::string pointer_to(Storage storage, const std::string& type);
  std::string void_type();
  std::string function_type(const std::vector<std::string>& parameters, const std::string& name);
  // Declares the variable from which a kernel reads its ids in all dimensions: "%global_id", decorated as
  // GlobalInvocationId.
  std::string ids(const std::string& name, std::string_view builtin);
  // Declares the variable for another built-in number, of a declared type: "%SubgroupSize".
  std::string built_in(std::string_view builtin, const std::string& type);

  // Declares the name if it is not yet declared.
  std::string declared(const std::string& name, const std::string& definition);

  void capability(std::string_view name);
  void extension(std::string_view name) { extensions_.insert(fmt::format("OpExtension \"{}\"", name)); }
  // Declares the use of an OpenCL extension, such as cl_khr_fp16, if the device has it and its environment requires that.
  void opencl_extension(std::string_view name);
  // Returns the constant for the scope of an atomic instruction on this memory, or for the memory semantics of a barrier.
  std::string atomic_scope(Storage memory);
  std::string barrier_semantics();
  void entry_point(const std::string& line) { entry_points_.push_back(line); }
  void execution_mode(const std::string& line) { execution_modes_.push_back(line); }
  void decoration(const std::string& line) { decorations_.push_back(line); }
  void global(const std::string& line) { globals_.push_back(line); }  // call after all names that it uses are declared
  void function(const std::string& text) { functions_ += text; }

  std::string text() const;

 private:
  std::string input(const std::string& name, std::string_view builtin, const std::string& type);

  Compiler compiler_;
  std::set<std::string> capabilities_;
  std::set<std::string> extensions_;
  std::set<std::string> declared_;
  std::vector<std::string> entry_points_;
  std::vector<std::string> execution_modes_;
  std::vector<std::string> decorations_;
  std::vector<std::string> globals_;
  std::string functions_;
};

}  // namespace classay::il
