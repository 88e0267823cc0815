// Other forms of the same call: the second result through a pointer to another memory, a scalar where a vector could stand.
// Documents promise the same results for each. A form is asked inputs that the plan has sent already: what it gives has to
// be the same bits, or right as well.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/protocol/protocol.h"
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
};
// As in journals: "local", "global", "scalar", "offset", "constant", "generic".
std::string_view name(CallForm form);
// In a sentence: "with a pointer to local memory", "with a scalar among vectors".
std::string_view in_words(CallForm form);
CallForm call_form_named(std::string_view name);  // throws std::invalid_argument

// Those that a row has on a device with or without a generic address space, but for the plain one.
std::vector<CallForm> call_forms(const Row& row, FrontEnd front_end, bool has_generic);
// A scalar has no form among vectors of one.
bool has_form(CallForm form, int width);
bool has_generic_pointers(const Capabilities& device);

// At most so many inputs of a plan are asked in other forms.
inline constexpr std::uint64_t kFormInputs = 4096;

// What came of one form at one width.
struct FormRecord {
  CallForm form = CallForm::plain;
  std::uint64_t asked = 0;
  std::uint64_t differing = 0;     // other bits than the plain call gave
  std::uint64_t failed = 0;        // of these, wrong
  std::uint64_t first = 0;         // index in the plan of the first that is wrong
  std::optional<Unasked> unasked;  // its program does not build, or ended the process: nothing was asked
  bool operator==(const FormRecord&) const = default;
};
Json to_json(const FormRecord& r);
FormRecord form_record_from(const Json& json);  // throws std::invalid_argument or Json::exception

// What of a program a form changes.
void apply(CallForm form, Asked& asked);

}  // namespace classay
