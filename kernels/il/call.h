// Writes the call of a row: from the names of its arguments to the names of its results, with the required instructions.
#pragma once

#include <string>
#include <vector>

#include "kernels/il/body.h"
#include "kernels/il/instruction.h"
#include "kernels/il/memory.h"
#include "kernels/il/mode.h"
#include "kernels/source.h"

namespace classay::il {

class CallText {
 public:
  CallText(Body& body, const Asked& asked);

  const HeldTypes& types() const { return types_; }
  // Returns one name per component, except one that is already in its output. `item` selects the memory of the work-item.
  std::vector<std::string> results(const std::vector<std::string>& arguments, const std::string& item);

 private:
  std::string only_result(const std::vector<std::string>& arguments, const std::string& item);
  std::vector<std::string> both_results(const std::vector<std::string>& arguments);
  std::vector<std::string> with_second_result(std::vector<std::string> arguments, const std::string& item);
  std::string instruction_words(const std::vector<std::string>& arguments) const;
  // Returns the result of an instruction, decorated as the row and the mode require.
  std::string decorated(std::string_view operation, std::string value);
  std::string computed(std::string_view operation, const std::string& x, const std::string& y);
  std::string expression(const std::vector<std::string>& arguments);
  std::string scaled(const std::vector<std::string>& arguments);
  std::string with_field(std::vector<std::string> arguments);
  std::string shifted(std::vector<std::string> arguments);
  std::string selected(const std::vector<std::string>& arguments);
  std::string dot_product(std::vector<std::string> arguments);
  std::string at_lane(std::vector<std::string> arguments);
  std::string logical(std::vector<std::string> arguments);
  std::string reduced(const std::string& argument);
  std::string of_boolean(const std::string& words, Type type);
  std::string result_type() { return module_.vector(types_.results[0], types_.result_lanes); }

  Body& body_;
  ModuleText& module_;
  const Asked& asked_;
  const Row& row_;
  int width_;
  Instruction instruction_;
  ModeWords mode_;
  HeldTypes types_;
  Memory memory_;
};

}  // namespace classay::il
