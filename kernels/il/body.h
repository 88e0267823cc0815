// Writes the body of a kernel line by line. The names of results contain the kernel's width, and "fold" for a kernel of
// literals, so that kernels of one module do not collide.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/il/module_text.h"

namespace classay::il {

class Body {
 public:
  Body(ModuleText& module, int width, bool is_of_literals = false)
      : module_(module), width_(width), is_of_literals_(is_of_literals) {}

  ModuleText& module() { return module_; }
  int width() const { return width_; }
  std::string named(std::string_view name) const;  // "%out0_v4", "%out0_fold_v4"

  void line(const std::string& text);
  // Adds an instruction, such as "OpFAdd %x %y", and returns the name of its result.
  std::string result(const std::string& type, std::string_view instruction);
  std::string ulong(std::string_view instruction) { return result(module_.scalar(Type::u64), instruction); }
  std::string ulong_constant(std::uint64_t n) { return module_.constant(Type::u64, n); }
  std::string times(const std::string& x, std::uint64_t n);  // x is a ulong
  // All work-items of a group reach this point, and each sees the others' writes to local memory.
  void barrier();
  // Continues if the condition is true, and returns from the kernel if not.
  void go_on_if(const std::string& condition);

  // Returns the first component of "%global_id" or a similar variable; launches have one dimension.
  std::string first_id(std::string_view ids);
  // Declares a private variable with this name.
  std::string variable(std::string_view name, const std::string& type);
  // Returns a pointer to an element of a buffer.
  std::string element(std::string_view buffer, Type type, const std::string& at);
  // Makes a vector of `width` lanes, and extracts one lane of a vector of `lanes`. A vector of one lane is the lane itself.
  std::string composed(Type type, const std::vector<std::string>& lanes);
  std::string lane_of(Type type, const std::string& vector, int lanes, int lane);
  // Reinterprets the bits as another type of the same width.
  std::string as(Type from, Type to, const std::string& value, int lanes);

  std::string text() const;  // up to the end of the function

 private:
  ModuleText& module_;
  int width_;
  bool is_of_literals_;
  std::string variables_;
  std::string lines_;
  int next_ = 0;
};

}  // namespace classay::il
