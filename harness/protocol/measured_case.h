// Cases beside those of the table, whose results are made of what a child measured:
//   FRONTEND/misc/fp-config/FORMAT/default/v1   does the device do what its driver says of its arithmetic?
//   FRONTEND/misc/fp-minimum/FORMAT/default/v1  is that what every device must have at least, and does the driver say so?
//   clc/misc/constants/FORMAT/default/v1   do the constants and macros of the language have the values that they should?
//   clc/misc/literals/FORMAT/default/v1    are numbers read as they are written?
//   clc/misc/macros/i32/default/v1         do macros tell what the device and the options of a build are?
//   FRONTEND/misc/printf/FORMAT/default/WIDTH   does printf print what it should?
//   FRONTEND/misc/prefetch/FORMAT/default/WIDTH does prefetch leave things as they are?
//   clc/misc/vec-step/FORMAT/default/WIDTH does vec_step know how many elements there are?
//   FRONTEND/misc/async-copy/FORMAT/default/WIDTH do copies of a work-group copy, and nothing else?
//   FRONTEND/misc/work-group/FORMAT/default/v1  do its collective functions give what its work-items gave together?
//   FRONTEND/misc/work-group-arithmetic/FORMAT/default/v1  those of an extension, too?
//   FRONTEND/misc/sub-group/FORMAT/default/v1   and those of sub-groups, and in extensions: sub-group-vote, -ballot,
//                                               -non-uniform, -clustered, -shuffle, -relative-shuffle, -rotate?
//   FRONTEND/misc/atomic/FORMAT/default/v1  do atomic functions of many work-items have an order?
//   clc/misc/atomic-explicit/FORMAT/default/v1  and those that OpenCL C 2.0 brought?
//   FRONTEND/misc/image-read-KIND/FORMAT/default/v1   are numbers in images of this type read as they should be, as KIND?
//   FRONTEND/misc/image-write-KIND/FORMAT/default/v1  and written?
//   FRONTEND/misc/image-address/FORMAT/default/v1     is the texel read that a coordinate means? The same in other shapes:
//                                                     image-1d, -3d, -1d-array, -2d-array, -1d-buffer
//   FRONTEND/misc/components/FORMAT/default/v1   do components of vectors, and those that are chosen, go where they should?
//   FRONTEND/misc/reinterpret/FORMAT/default/v1  and the bits of a vector with another number of components?
//   il/misc/spec-constant-unary/FORMAT/default/v1   are operations on a specialization constant what they are in a kernel?
//   il/misc/spec-constant-binary/FORMAT/default/v1  and those on two?
//   il/misc/capability-NAME/i32/default/v1  is a module taken that declares this capability, if it has to be?
//   il/misc/version-VERSION/i32/default/v1  and one of this version of SPIR-V?
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/cases.h"
#include "suites/plan/tier.h"

namespace classay {

// The language has constants of these.
inline constexpr std::array kTypesWithConstants{Type::f16, Type::f32, Type::f64, Type::i32};
static_assert(kTypesWithConstants.size() == kLanguageFloats.size() + 1, "a format of the language has constants");

// Those that collective functions of work-groups and of sub-groups are of, and those of atomic functions.
inline constexpr std::array kCollectedTypes{Type::f16, Type::f32, Type::f64, Type::i32, Type::u32, Type::i64, Type::u64};
inline constexpr std::array kSubGroupTypes{Type::f16, Type::f32, Type::f64, Type::i8,  Type::u8, Type::i16,
                                           Type::u16, Type::i32, Type::u32, Type::i64, Type::u64};
inline constexpr std::array kContendedTypes{Type::f16, Type::f32, Type::f64, Type::i32, Type::u32, Type::i64, Type::u64};

// Those that channels of images hold, by what they stand for: 0 to 1, -1 to 1, numbers.
inline constexpr std::array kUnormChannels{Type::u8, Type::u16};
inline constexpr std::array kSnormChannels{Type::i8, Type::i16};
inline constexpr std::array kSrgbChannels{Type::u8};
inline constexpr std::array kIntChannels{Type::i8, Type::i16, Type::i32, Type::u8, Type::u16, Type::u32};
inline constexpr std::array kFloatChannels{Type::f16, Type::f32};
inline constexpr std::array kHalfChannels{Type::u8, Type::u16, Type::i8, Type::i16, Type::f16};
inline constexpr std::array kAddressedChannels{Type::f32, Type::i32, Type::u32};

// Of what has no format.
inline constexpr std::array kNoFormat{Type::i32};
// The beginnings of two sorts of kinds.
inline constexpr std::string_view kCapabilityKind = "capability-";
inline constexpr std::string_view kVersionKind = "version-";

// Who answers for a case, beside others of its kind and of the same child: what drivers die of has a child of its own.
enum class OwnChild : std::uint8_t {
  none,
  by_format,
  by_kind,
  by_both,
  with_tier,  // by both, and more is asked in higher tiers
};

// A kind of case, and where the child's answer has it: a list under `member`, with the sentences that speak against the
// device under `against`, and those that are only told under `told`.
struct MeasuredKind {
  std::string_view name;
  std::string_view child;
  std::string_view member;
  std::string_view against;
  std::span<const Type> formats;
  std::span<const int> widths;
  std::span<const FrontEnd> front_ends;
  std::string_view told = "";
  OwnChild own_child = OwnChild::none;
};

struct MeasuredCase {
  FrontEnd front_end = FrontEnd::clc;
  std::string_view kind;
  Type format = Type::f32;
  int width = 1;
};
std::string name(const MeasuredCase& c);

// Of the front ends of OpenCL.
std::vector<MeasuredCase> all_measured_cases();
MeasuredCase measured_named(const std::string& case_name);  // precondition: it is the name of one of them
const MeasuredKind& kind_of(const MeasuredCase& c);

// Which child measures a case, as words of a command: "arithmetic" for what a device computes, "compiler" for what its
// compiler knows, "language", "copies", "groups", "atomics" and "images" for what kernels do, so that a driver that dies of
// the one still shows the others. Precondition: as above.
std::vector<std::string> measuring_child(const std::string& case_name, Tier tier);

}  // namespace classay
