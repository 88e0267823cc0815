#include "harness/worker/sweep/call_form.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>

#include "suites/clspv.h"
#include "suites/plan/small_tier.h"

namespace classay {
namespace {

constexpr std::array<std::string_view, 15> kNames{"plain",    "local",     "global",         "scalar",       "offset",
                                                  "constant", "generic",   "unsigned",       "local-offset", "global-offset",
                                                  "groups-1", "groups-13", "groups-largest", "language-2",   "language-3"};

constexpr std::array<std::string_view, 15> kWords{"in its plain form",
                                                  "with a pointer to local memory",
                                                  "with a pointer to global memory",
                                                  "with a scalar among vectors",
                                                  "with an offset",
                                                  "loading from constant memory",
                                                  "with a generic pointer",
                                                  "with an unsigned mask",
                                                  "with an offset in local memory",
                                                  "with an offset in global memory",
                                                  "in work-groups of 1 work-item",
                                                  "in work-groups of 13 work-items",
                                                  "in work-groups of the largest size",
                                                  "compiled as OpenCL C 2.0",
                                                  "compiled as OpenCL C 3.0"};
constexpr std::uint64_t kPrime = 13;

// Returns whether the second result is stored through a pointer.
bool has_pointer(const Row& row) {
  return result_types(row, row.formats[0]).size() > 1 && row.signature != Signature::int_pair;
}

bool needs_buffer(const Row& row, FrontEnd front_end) { return front_end == FrontEnd::clspv && needs_buffer_in_clspv(row); }

std::vector<CallForm> forms_of_calls(const Row& row, FrontEnd front_end, bool has_generic) {
  if (!info(front_end).has_memories) return {};
  if (needs_buffer(row, front_end)) {
    return {row.signature == Signature::load_half ? CallForm::constant_pointer : CallForm::global_offset};
  }
  // The masks of SPIR-V have no sign.
  if (row.signature == Signature::select && front_end == FrontEnd::clc) return {CallForm::unsigned_mask};
  if (row.group != Group::memory && !has_pointer(row)) {
    if (!info(front_end).has_scalars || row.scalars.empty()) return {};
    return {CallForm::scalar_argument};
  }
  std::vector<CallForm> all{CallForm::local_pointer, CallForm::global_pointer};
  if (has_generic) all.push_back(CallForm::generic_pointer);
  if (row.group == Group::memory) {
    all.push_back(CallForm::offset);
    if (front_end == FrontEnd::clc) all.insert(all.end(), {CallForm::local_offset, CallForm::global_offset});
  }
  // Generic pointers exclude constant memory, and stores to constant memory are not possible.
  if (row.signature == Signature::load || row.signature == Signature::load_half) all.push_back(CallForm::constant_pointer);
  return all;
}

std::vector<CallForm> forms_of_languages(const Row& row, FrontEnd front_end, const Capabilities& device) {
  // The plain call of a newer builtin is compiled in such a version.
  if (front_end != FrontEnd::clc || row.newer) return {};
  std::vector<CallForm> all;
  if (device.has_feature("opencl-c-2.0")) all.push_back(CallForm::language_2_0);
  if (device.has_feature("opencl-c-3.0")) all.push_back(CallForm::language_3_0);
  return all;
}

std::vector<CallForm> forms_of_launches(const GroupLimits& groups) {
  const std::uint64_t largest = std::min(groups.items, groups.sizes[0]);
  if (!groups.takes_ranges || largest == 0) return {};
  std::vector<CallForm> all{CallForm::single_groups};
  if (largest >= kPrime) all.push_back(CallForm::prime_groups);
  all.push_back(CallForm::largest_groups);
  return all;
}

// Removes the variants of a kind, except the one whose turn it is if `keeps_one`.
void keep_one_in_turn(std::vector<CallForm>& forms, bool (*is_of_kind)(CallForm), std::size_t turn, bool keeps_one) {
  std::vector<CallForm> kind;
  std::ranges::copy_if(forms, std::back_inserter(kind), is_of_kind);
  if (kind.empty()) return;
  const CallForm kept = kind[turn % kind.size()];
  std::erase_if(forms, [&](CallForm form) { return is_of_kind(form) && !(keeps_one && form == kept); });
}

}  // namespace

std::string_view name(CallForm form) { return kNames[static_cast<std::size_t>(form)]; }

std::string_view in_words(CallForm form) { return kWords[static_cast<std::size_t>(form)]; }

CallForm call_form_named(std::string_view name) {
  const auto* const at = std::ranges::find(kNames, name);
  if (at == kNames.end()) throw std::invalid_argument("'" + std::string(name) + "' is not a call variant");
  return static_cast<CallForm>(at - kNames.begin());
}

std::vector<CallForm> call_forms(const Row& row, FrontEnd front_end, const Capabilities& device, const GroupLimits& groups) {
  std::vector<CallForm> all = forms_of_calls(row, front_end, device.has_feature("generic-address-space"));
  // The results of builtins across lanes are compared in plain launches only.
  if (goes_across_lanes(row.signature)) return all;
  std::ranges::copy(forms_of_launches(groups), std::back_inserter(all));
  std::ranges::copy(forms_of_languages(row, front_end, device), std::back_inserter(all));
  return all;
}

bool has_form(CallForm form, int width) { return form != CallForm::scalar_argument || width > 1; }

bool has_group_size(CallForm form) { return form >= CallForm::single_groups && form <= CallForm::largest_groups; }
bool has_language(CallForm form) { return form == CallForm::language_2_0 || form == CallForm::language_3_0; }

Range index_space_of(CallForm form, std::uint64_t items, std::uint64_t largest) {
  std::uint64_t size = 1;
  if (form == CallForm::prime_groups) size = std::min(kPrime, largest);
  if (form == CallForm::largest_groups) size = std::min(items, largest);
  return {.size = {in_whole_groups(items, size), 1, 1}, .group = {size, 1, 1}};
}

void leave_out_variants(std::vector<CallForm>& forms, const Row& row, Type format, int width, Tier tier) {
  if (tier == Tier::certify) return;
  const std::span<const int> all = widths(row);
  const std::size_t turn = turn_of(row.name, format);
  const auto at = static_cast<std::size_t>(std::ranges::find(all, width) - all.begin());
  const bool is_width = tier == Tier::full || at == turn / 8 % all.size();
  keep_one_in_turn(forms, has_group_size, turn / 8 / all.size() + at, is_width && (tier != Tier::smoke || turn % 8 == 0));
  if (tier == Tier::quick && turn % 8 == 0) return;
  keep_one_in_turn(forms, has_language, turn / 32, tier == Tier::full || (tier == Tier::smoke && turn % 32 == 0));
}

void apply(CallForm form, FrontEnd front_end, Asked& asked) {
  if (needs_buffer(*asked.row, front_end)) {
    const bool is_load = asked.row->signature == Signature::load_half;
    asked.pointer = is_load ? PointerTo::global_inputs : PointerTo::global_memory;
  }
  switch (form) {
    case CallForm::plain:
    case CallForm::single_groups:
    case CallForm::prime_groups:
    case CallForm::largest_groups: break;
    case CallForm::local_pointer: asked.pointer = PointerTo::local_memory; break;
    case CallForm::global_pointer: asked.pointer = PointerTo::global_memory; break;
    case CallForm::scalar_argument: asked.scalars = asked.row->scalars; break;
    case CallForm::offset: asked.by_offset = true; break;
    case CallForm::constant_pointer: asked.pointer = PointerTo::constant_memory; break;
    case CallForm::generic_pointer: asked.pointer = PointerTo::generic_memory; break;
    case CallForm::unsigned_mask: asked.unsigned_mask = true; break;
    case CallForm::language_2_0: asked.language = "CL2.0"; break;
    case CallForm::language_3_0: asked.language = "CL3.0"; break;
    case CallForm::local_offset:
      asked.by_offset = true;
      asked.pointer = PointerTo::local_memory;
      break;
    case CallForm::global_offset:
      asked.by_offset = true;
      asked.pointer = PointerTo::global_memory;
      break;
  }
}

}  // namespace classay
