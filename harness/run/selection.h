// What a run asks: the cases that globs and modes choose, as units, in an order that is the same on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/protocol/protocol.h"
#include "suites/glob.h"

namespace classay {

// Can the sweep ask it? (run/coverage.h)
bool can_be_asked(const Case& c);

// Which modes a run asks.
struct ModeChoice {
  std::vector<Mode> modes{Mode::standard};
  bool and_named = true;  // also those that a filter names: "clc/math/sin/f32/relaxed/*", not "clc/math/sin/*"
};
// Those that are given and no others; when none are, the default mode and those that filters name, and all in tier certify.
ModeChoice mode_choice(std::span<const Mode> given, Tier tier);

// Front ends that are asked where no glob says which it means: those of the device (front_ends_of), OpenCL C as a rule.
using OpenFrontEnds = std::vector<FrontEnd>;

// Is a case chosen? By any glob that matches where its front end is open, and else by one that says that it means it:
// "il/misc/*" does, "*/printf/*" does not. Without globs all are whose front end is open.
bool is_chosen(std::span<const Glob> globs, const OpenFrontEnds& open, FrontEnd front_end, const std::string& case_name);

// Puts a case into the unit that it belongs to, a new one when there is none. Precondition: the cases of a unit come one
// after the other.
void add(std::vector<Unit>& units, const Case& c);

struct Selection {
  std::vector<Unit> units;             // in the order of the table
  std::uint64_t matched = 0;           // cases that a glob matches
  std::uint64_t cases = 0;             // those of them that can be asked: the widths of all units
  std::vector<std::string> unmatched;  // globs that match no case at all
};
// Without globs, all that can be asked in the open front ends and in these modes. Globs whose cases are all of other modes
// match all the same.
// In tiers smoke and quick not what a conversion between integers with a rounding mode in its name asks (there is nothing to
// round), unless a glob has letters of its name.
Selection select(std::span<const Glob> globs, const ModeChoice& modes = {}, Tier tier = Tier::certify,
                 const OpenFrontEnds& open = {FrontEnd::clc});

// Inputs of the unit in this tier and shard, over all its widths. (Those of the data files are not counted: they are few.)
std::uint64_t inputs_of(const Unit& unit, Tier tier, const Shard& shard);

// The order for a time budget, so that what fits says the most: first what costs least (by powers of two of inputs), among
// equals f32 before f64 before f16, then the order of the table.
void order_by_priority(std::vector<Unit>& units, Tier tier, const Shard& shard);

}  // namespace classay
