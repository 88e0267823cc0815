// Lists variants of a call: the second result through a pointer to another address space, a scalar argument in place of a
// vector, or an unsigned mask. The specifications promise the same results for each. A variant runs inputs that the plain
// call has run. A result with different bits must be right too.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/unit.h"
#include "kernels/source.h"
#include "suites/cases.h"

namespace classay {

enum class CallForm : std::uint8_t {
  plain,
  local_pointer,
  global_pointer,
  scalar_argument,
  offset,
  constant_pointer,
  generic_pointer,
  unsigned_mask,
  local_offset,
  global_offset,
};
// Returns the name in journals: "local", "global", "scalar", "offset", "constant", "generic",
// "unsigned", "local-offset", "global-offset".
std::string_view name(CallForm form);
// Returns a phrase: "with a pointer to local memory", "with a scalar among vectors".
std::string_view in_words(CallForm form);
CallForm call_form_named(std::string_view name);  // throws std::invalid_argument

// Returns the variants of a row, without the plain one. `has_generic`: the device has a generic address space.
std::vector<CallForm> call_forms(const Row& row, FrontEnd front_end, bool has_generic);
// Returns false for the scalar variant at width 1, which is the plain call.
bool has_form(CallForm form, int width);
bool has_generic_pointers(const Capabilities& device);

// At most this many inputs of a plan are run in each variant.
inline constexpr std::uint64_t kFormInputs = 4096;

// Results of one variant at one width.
struct FormRecord {
  CallForm form = CallForm::plain;
  std::uint64_t asked = 0;
  std::uint64_t differing = 0;     // bits that differ from those of the plain call
  std::uint64_t failed = 0;        // wrong results among the differing ones
  std::uint64_t first = 0;         // index in the plan of the first wrong result
  std::optional<Unasked> unasked;  // why nothing was run: the program does not build, or ended the process
  bool operator==(const FormRecord&) const = default;
};
Json to_json(const FormRecord& r);
FormRecord form_record_from(const Json& json);  // throws std::invalid_argument or Json::exception

// Sets what the variant changes in a program.
void apply(CallForm form, Asked& asked);

}  // namespace classay
