#include "suites/plan/bundle.h"

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "suites/front_end.h"
#include "suites/plan/small_tier.h"
#include "suites/signature.h"

namespace classay {
namespace {

bool has_bundle(const Row& row, Type format) {
  if (row.truth == nullptr || !speaks(FrontEnd::clc, row, format)) return false;
  const bool is_one_program = widths_alike(row, format, widths(row).front()).size() == widths(row).size();
  return is_one_program && !is_left_to_larger_tiers(row, format, 1, Tier::smoke);
}

// Conversions to different types come before further ones to the same type (harness/supervisor/job.h).
using Variant = std::pair<bool, bool>;
Variant variant_of(const Row& row) {
  if (row.signature != Signature::convert) return {};
  return {row.saturate, names_rounding(row)};
}

struct Division {
  std::vector<std::vector<Bundled>> bundles;
  std::map<std::pair<const Row*, Type>, std::size_t> of;

  Division() {
    std::map<std::tuple<Group, Type, bool, Contraction, Variant>, std::size_t> open;
    for (const Row& row : table()) {
      for (const Type format : row.formats) {
        if (has_bundle(row, format))
          add(row, format, open[{row.group, format, row.newer, row.contraction, variant_of(row)}]);
      }
    }
  }

  // `open`: one more than the number of the bundle that is being filled; 0: there is none.
  void add(const Row& row, Type format, std::size_t& open) {
    if (open == 0 || bundles[open - 1].size() == kLargestBundle) {
      bundles.emplace_back();
      open = bundles.size();
    }
    bundles[open - 1].push_back({&row, format});
    of[{&row, format}] = open - 1;
  }
};

const Division& division() {
  static const Division kDivision;
  return kDivision;
}

}  // namespace

std::optional<std::size_t> bundle_of(const Row& row, Type format) {
  const auto found = division().of.find({&row, format});
  return found == division().of.end() ? std::nullopt : std::optional(found->second);
}

std::span<const Bundled> bundled_with(std::size_t bundle) { return division().bundles.at(bundle); }

}  // namespace classay
