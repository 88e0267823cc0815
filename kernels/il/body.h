// The body of a kernel, written a line after the other: each result has a name that the kernel's width makes its own, and
// beside kernels of a table, that its arguments are literals.
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
  // The name of the result of an instruction: "OpFAdd %x %y".
  std::string result(const std::string& type, std::string_view instruction);
  std::string ulong(std::string_view instruction) { return result(module_.scalar(Type::u64), instruction); }
  std::string ulong_constant(std::uint64_t n) { return module_.constant(Type::u64, n); }
  std::string times(const std::string& x, std::uint64_t n);  // of ulongs
  // All work-items of a group have come here, and each sees what the others wrote to local memory.
  void barrier();
  // Goes on where the condition is true; where not, the kernel is done.
  void go_on_if(const std::string& condition);

  // In the one dimension that launches have: of "%global_id".
  std::string first_id(std::string_view ids);
  // A variable of the work-item's own; one of a name.
  std::string variable(std::string_view name, const std::string& type);
  // A pointer to an element of a buffer.
  std::string element(std::string_view buffer, Type type, const std::string& at);
  // A vector of `width` lanes from these, and one lane of a vector of `lanes`: for one lane, what it is made of itself.
  std::string composed(Type type, const std::vector<std::string>& lanes);
  std::string lane_of(Type type, const std::string& vector, int lanes, int lane);
  // The same bits as another type of the width.
  std::string as(Type from, Type to, const std::string& value, int lanes);

  std::string text() const;  // to the function's end

 private:
  ModuleText& module_;
  int width_;
  bool is_of_literals_;
  std::string variables_;
  std::string lines_;
  int next_ = 0;
};

}  // namespace classay::il
