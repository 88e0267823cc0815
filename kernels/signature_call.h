// How OpenCL C calls the builtins of a signature class, as a few lines of text over f (what is called), x, y, z (arguments),
// p (a pointer to a slot of memory) and e (the same, to its first element). The class owns these lines; a row only gives f.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/row.h"

namespace classay {

// What of a call goes through a slot of memory.
enum class Slot : std::uint8_t { none, second_result, argument, result };

struct SignatureForm {
  Signature signature = Signature::unary;
  std::string_view before = "";  // a statement ahead of the call
  std::string_view result = "";  // the value of the first result
  Slot slot = Slot::none;
  bool across_lanes = false;  // a lane of the result depends on all lanes of the arguments
  std::string_view scalars =
      "";  // which of x, y, z are scalars always: a call for each lane, whose others are of no interest
};

// nullopt: OpenCL C has no form for the row, or nothing of it is a value.
std::optional<SignatureForm> signature_form(const Row& row);

// What stands for the letters of a form.
struct Letters {
  std::string f;
  std::vector<std::string> arguments;  // x, y, z
  std::string type;                    // t, of x
  std::string pointer;                 // p
  std::string element_pointer;         // e
};
std::string spelled(std::string_view form, const Letters& letters);

// What is called for a vector width: "sin", "convert_float4_rte", "vload3", "+"; of implicit conversions the destination,
// "float4".
std::string called(const Row& row, int width);

// vloada_halfn and vstorea_halfn, whose vectors are aligned, three lanes in the room of four.
bool is_aligned_access(const Row& row);

std::string vector_type(std::string_view element, int width);  // "float4", and "float" for width 1

// How an element of a type is held: half where the extension is enabled, its bits where halves are only loaded or stored.
std::string_view held_as(const Row& row, Type type);

// The element type of the slot, whose vector width is that of the call. Precondition: the form has one.
Type slot_type(const Row& row, Type format, Slot slot);

}  // namespace classay
