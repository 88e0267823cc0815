// Lists the cases outside the table, whose results a child measures:
//   FRONTEND/misc/fp-config/FORMAT/default/v1   the arithmetic is as the driver reports
//   FRONTEND/misc/fp-minimum/FORMAT/default/v1  the arithmetic has the required minimum, and the driver reports it
//   clc/misc/constants/FORMAT/default/v1   constants and macros of the language have the right values
//   clc/misc/literals/FORMAT/default/v1    numbers in source have the right values
//   clc/misc/macros/i32/default/v1         macros match the device and the build options
//   FRONTEND/misc/printf/FORMAT/default/WIDTH   printf prints the right text
//   FRONTEND/misc/prefetch/FORMAT/default/WIDTH prefetch changes nothing
//   clc/misc/vec-step/FORMAT/default/WIDTH vec_step returns the number of elements
//   FRONTEND/misc/async-copy/FORMAT/default/WIDTH copies of a work-group copy the right elements only
//   FRONTEND/misc/work-group/FORMAT/default/v1  collective functions of a work-group
//   FRONTEND/misc/work-group-arithmetic/FORMAT/default/v1  collective functions of an extension
//   FRONTEND/misc/sub-group/FORMAT/default/v1   collective functions of a sub-group, and those of extensions:
//                                               sub-group-vote, -ballot, -non-uniform, -clustered, -shuffle,
//                                               -relative-shuffle, -rotate
//   FRONTEND/misc/atomic/FORMAT/default/v1  atomic functions of many work-items have a valid order
//   clc/misc/atomic-explicit/FORMAT/default/v1  the same for those of OpenCL C 2.0
//   FRONTEND/misc/image-read-KIND/FORMAT/default/v1   images of this type are read as KIND
//   FRONTEND/misc/image-write-KIND/FORMAT/default/v1  images of this type are written as KIND
//   FRONTEND/misc/image-address/FORMAT/default/v1     a coordinate reads the right texel. The same in other shapes:
//                                                     image-1d, -3d, -1d-array, -2d-array, -1d-buffer
//   FRONTEND/misc/components/FORMAT/default/v1   vector components are selected and assigned correctly
//   FRONTEND/misc/reinterpret/FORMAT/default/v1  vector bits keep their place with a different number of components
//   il/misc/spec-constant-unary/FORMAT/default/v1   operations on a specialization constant match those in a kernel
//   il/misc/spec-constant-binary/FORMAT/default/v1  the same with two operands
//   il/misc/capability-NAME/i32/default/v1  a module with this capability is accepted if required
//   il/misc/version-VERSION/i32/default/v1  the same for a module of this SPIR-V version
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/cases.h"
#include "suites/plan/tier.h"

namespace classay {

// The language has constants of these types.
inline constexpr std::array kTypesWithConstants{Type::f16, Type::f32, Type::f64, Type::i32};
static_assert(kTypesWithConstants.size() == kLanguageFloats.size() + 1, "a format of the language has constants");

// The types of collective functions of work-groups and sub-groups, and of atomic functions.
inline constexpr std::array kCollectedTypes{Type::f16, Type::f32, Type::f64, Type::i32, Type::u32, Type::i64, Type::u64};
inline constexpr std::array kSubGroupTypes{Type::f16, Type::f32, Type::f64, Type::i8,  Type::u8, Type::i16,
                                           Type::u16, Type::i32, Type::u32, Type::i64, Type::u64};
inline constexpr std::array kContendedTypes{Type::f16, Type::f32, Type::f64, Type::i32, Type::u32, Type::i64, Type::u64};

// The types of image channels, by the range of their values: 0 to 1, -1 to 1, numbers.
inline constexpr std::array kUnormChannels{Type::u8, Type::u16};
inline constexpr std::array kSnormChannels{Type::i8, Type::i16};
inline constexpr std::array kSrgbChannels{Type::u8};
inline constexpr std::array kIntChannels{Type::i8, Type::i16, Type::i32, Type::u8, Type::u16, Type::u32};
inline constexpr std::array kFloatChannels{Type::f16, Type::f32};
inline constexpr std::array kHalfChannels{Type::u8, Type::u16, Type::i8, Type::i16, Type::f16};
inline constexpr std::array kAddressedChannels{Type::f32, Type::i32, Type::u32};

// A placeholder for cases without a format.
inline constexpr std::array kNoFormat{Type::i32};
// The prefixes of two groups of kinds.
inline constexpr std::string_view kCapabilityKind = "capability-";
inline constexpr std::string_view kVersionKind = "version-";

// How cases of a kind are split among children. Cases that crash drivers get a child of their own.
enum class OwnChild : std::uint8_t {
  none,
  by_format,
  by_kind,
  by_both,
  with_tier,  // by both; higher tiers run more inputs
};

// A kind of case. In the child's output, `member` is its list, `against` has violations, and `told` has notes.
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

// For the front ends of OpenCL.
std::vector<MeasuredCase> all_measured_cases();
MeasuredCase measured_named(const std::string& case_name);  // precondition: the name of a measured case
const MeasuredKind& kind_of(const MeasuredCase& c);

// Returns the child that measures a case, as words of a command. "arithmetic" measures the device's computation, "compiler"
// the compiler. "language", "copies", "groups", "atomics" and "images" measure kernels, so that a crash in one leaves the
// others. Precondition: as above.
std::vector<std::string> measuring_child(const std::string& case_name, Tier tier);

}  // namespace classay
