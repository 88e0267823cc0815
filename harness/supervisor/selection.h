// Selects the cases of a run by globs and modes, as units in an order that is the same on every machine. Lists the gaps in
// coverage: rows and formats that no run tests, with the reason.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/unit.h"
#include "suites/glob.h"

namespace classay {

// A format of a row that a front end does not test, and the reason.
struct CoverageGap {
  enum class Kind : std::uint8_t {
    no_form,  // the language has no such call
    not_yet,  // the language has the call, but no test exists
  };
  Kind kind = Kind::not_yet;
  std::string why;
};
std::string_view name(CoverageGap::Kind kind);  // "no form", "not tested yet"

// Returns nullopt if cases of the table or a probe case test it. Precondition: a format of the row.
std::optional<CoverageGap> coverage_gap(FrontEnd front_end, const Row& row, Type format);

// Returns the OpenCL.std numbers of all rows, ascending: all 162 of them.
std::vector<int> instruction_numbers();

// Returns whether the sweep can test the case: it is in no gap.
bool can_be_asked(const Case& c);

// The modes that a run tests.
struct ModeChoice {
  std::vector<Mode> modes{Mode::standard};
  bool and_named = true;  // also modes that a filter names: "clc/math/sin/f32/relaxed/*", not "clc/math/sin/*"
};
// Returns the given modes only. If none is given: the default mode and modes that filters name; all modes in tier certify.
ModeChoice mode_choice(std::span<const Mode> given, Tier tier);

// Front ends that run when no glob names one: those of the device (front_ends_of), usually OpenCL C.
using OpenFrontEnds = std::vector<FrontEnd>;

// Returns whether a case is selected. If its front end is open, any matching glob selects it. If not, the glob must name the
// front end: "il/misc/*" does, "*/printf/*" does not. Without globs all cases of open front ends are selected. A glob that
// begins with '!' excludes cases, whatever the others select.
bool is_chosen(std::span<const Glob> globs, const OpenFrontEnds& open, FrontEnd front_end, const std::string& case_name);

// Adds a case to its unit, or to a new unit. Precondition: the cases of a unit are consecutive.
void add(std::vector<Unit>& units, const Case& c);

struct Selection {
  std::vector<Unit> units;             // in table order
  std::uint64_t matched = 0;           // cases that a glob matches
  std::uint64_t cases = 0;             // selected cases that can run: the widths of all units
  std::vector<std::string> unmatched;  // globs that match no case at all
};
// Without globs, selects all cases that can run in the open front ends and these modes. A glob whose cases all have other
// modes still counts as matched. Tiers smoke and quick skip integer conversions with a rounding mode in the name, because
// nothing is rounded. A glob that spells part of the name includes them.
Selection select(std::span<const Glob> globs, const ModeChoice& modes = {}, Tier tier = Tier::certify,
                 const OpenFrontEnds& open = {FrontEnd::clc});

// Returns the inputs of the unit in this tier and shard, over all widths, without the few of the data files.
std::uint64_t inputs_of(const Unit& unit, Tier tier, const Shard& shard);

}  // namespace classay
