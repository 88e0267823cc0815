// Describes how OpenCL C calls the builtins of a signature class. A form is a few lines of text with these letters: f (the
// function), x, y, z (arguments), p (a pointer to a slot in memory), e (the same pointer, to the first element). The class
// defines the form; a row only provides f.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/row.h"

namespace classay {

// The value of a call that passes through a slot in memory.
enum class Slot : std::uint8_t { none, second_result, argument, result };

struct SignatureForm {
  Signature signature = Signature::unary;
  std::string_view before = "";  // a statement before the call
  std::string_view result = "";  // the value of the first result
  Slot slot = Slot::none;
  bool across_lanes = false;  // a lane of the result depends on all lanes of the arguments
  std::string_view scalars =
      "";  // those of x, y, z that are always scalars: one call per lane, from which only this lane is used
};

// Returns nullopt if OpenCL C has no form for the row, or if the row returns no value.
std::optional<SignatureForm> signature_form(const Row& row);

// The text that replaces each letter of a form.
struct Letters {
  std::string f;
  std::vector<std::string> arguments;  // x, y, z
  std::string type;                    // t, the type of x
  std::string pointer;                 // p
  std::string element_pointer;         // e
};
std::string spelled(std::string_view form, const Letters& letters);

// Returns the called function for a vector width: "sin", "convert_float4_rte", "vload3", "+". For implicit conversions it is
// the destination type, "float4".
std::string called(const Row& row, int width);

// True for vloada_halfn and vstorea_halfn. Their vectors are aligned, and three lanes occupy the space of four.
bool is_aligned_access(const Row& row);

std::string vector_type(std::string_view element, int width);  // "float4", or "float" for width 1

// Returns the type that holds an element: half if the extension is enabled, or its bits if halves are only loaded or stored.
std::string_view held_as(const Row& row, Type type);

// Returns the element type of the slot, whose vector width is that of the call. The form must have a slot.
Type slot_type(const Row& row, Type format, Slot slot);

}  // namespace classay
