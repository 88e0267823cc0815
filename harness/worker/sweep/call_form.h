// Lists variants of a call: the second result through a pointer to another address space, a scalar argument in place of a
// vector, an unsigned mask, a launch in work-groups of a given size, or a newer version of OpenCL C. The specifications
// promise the same results for each. A variant runs inputs that the plain call has run. A result with different bits must be
// right too.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/unit.h"
#include "kernels/source.h"
#include "suites/cases.h"
#include "suites/plan/tier.h"

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
  // The driver chooses the size of work-groups in all other variants.
  single_groups,   // work-groups of 1 work-item
  prime_groups,    // of 13
  largest_groups,  // the largest in which the kernel can run, or one work-group with all work-items
  // All other variants are compiled in the default version, 1.2, unless they need a newer one.
  language_2_0,
  language_3_0,
};
// Returns the name in journals: "local", "global", "scalar", "offset", "constant", "generic", "unsigned", "local-offset",
// "global-offset", "groups-1", "groups-13", "groups-largest", "language-2", "language-3".
std::string_view name(CallForm form);
// Returns a phrase: "with a pointer to local memory", "with a scalar among vectors".
std::string_view in_words(CallForm form);
CallForm call_form_named(std::string_view name);  // throws std::invalid_argument

// Returns the variants of a row that a device can run, without the plain one. `groups`: the work-groups that it takes.
std::vector<CallForm> call_forms(const Row& row, FrontEnd front_end, const Capabilities& device,
                                 const GroupLimits& groups = {});
// Returns false for the scalar variant at width 1, which is the plain call.
bool has_form(CallForm form, int width);

bool has_group_size(CallForm form);
bool has_language(CallForm form);
// No variant has a last work-group that is smaller: OpenCL C 1.2, in which most kernels are built, does not permit it. The
// cases `work-item` have such launches.
// Returns the index space of at least `items` work-items in work-groups of the variant's size. `largest`: the work-items of
// the largest work-group. Precondition: has_group_size(form), and no argument is 0.
Range index_space_of(CallForm form, std::uint64_t items, std::uint64_t largest);
// Removes the sizes of work-groups and the language versions that a tier leaves out at this width, because drivers compile
// a kernel or a program for each. The builtin, the format and the width determine which remain.
// - Sizes: smoke runs one variant of one unit in eight at one width, quick one variant at one width of each unit, and full
//   one variant at each width.
// - Versions, at all widths: smoke runs one variant of one unit in 32, quick all of one unit in eight, and full one of each
//   unit.
void leave_out_variants(std::vector<CallForm>& forms, const Row& row, Type format, int width, Tier tier);

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

// Sets what the variant changes in a program. The plain call has a pointer to private memory, but to global memory or to
// its inputs there, if the language of the front end requires it.
void apply(CallForm form, FrontEnd front_end, Asked& asked);

}  // namespace classay
