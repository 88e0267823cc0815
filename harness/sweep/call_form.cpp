#include "harness/sweep/call_form.h"

#include <algorithm>
#include <stdexcept>

namespace classay {
namespace {

constexpr std::array<std::string_view, 4> kNames{"plain", "local", "global", "scalar"};

// Functions that the documents list with a scalar second argument.
bool takes_scalar(const Row& row) { return row.name == "fmax" || row.name == "fmin" || row.name == "ldexp"; }

bool has_pointer(const Row& row) {
  return row.signature == Signature::real_and_real || row.signature == Signature::real_and_int ||
         row.signature == Signature::remquo;
}

}  // namespace

std::string_view name(CallForm form) { return kNames[static_cast<std::size_t>(form)]; }

std::vector<CallForm> call_forms(const Row& row, FrontEnd front_end) {
  if (front_end == FrontEnd::il) return {};
  if (has_pointer(row)) return {CallForm::local_pointer, CallForm::global_pointer};
  if (takes_scalar(row)) return {CallForm::scalar_argument};
  return {};
}

Json to_json(const FormRecord& r) {
  return {{"form", name(r.form)}, {"asked", r.asked}, {"differing", r.differing}, {"failed", r.failed}, {"first", r.first}};
}

FormRecord form_record_from(const Json& json) {
  const auto& form = json.at("form").get_ref<const std::string&>();
  const auto* const at = std::ranges::find(kNames, form);
  if (at == kNames.end()) throw std::invalid_argument("'" + form + "' is no form of call");
  return {.form = static_cast<CallForm>(at - kNames.begin()),
          .asked = json.at("asked"),
          .differing = json.at("differing"),
          .failed = json.at("failed"),
          .first = json.at("first")};
}

void apply(CallForm form, Asked& asked) {
  switch (form) {
    case CallForm::plain: break;
    case CallForm::local_pointer: asked.pointer = PointerTo::local_memory; break;
    case CallForm::global_pointer: asked.pointer = PointerTo::global_memory; break;
    case CallForm::scalar_argument: asked.scalar_second = true; break;
  }
}

}  // namespace classay
