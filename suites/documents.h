// Defines by which specification results are judged: its edition, the device's profile, and the mode of the build.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace classay {

enum class Edition : std::uint8_t {
  clc20,
  spirv22,
  clc31,
  spirv31,
  clspv,
  none,  // for a library that promises nothing: results are compared with the requirements of OpenCL C, and reported
};
enum class Profile : std::uint8_t { full, embedded };
enum class Mode : std::uint8_t {
  standard,
  relaxed,
  ftz,
  correct_div_sqrt,
  unsafe,
  finite,
  mad_enable,
  no_signed_zeros,
  opt_disable,
  // In a SPIR-V module: flags of FPFastMathMode on the instruction
  not_nan,
  not_inf,
  nsz,
  allow_recip,
  fast,
  allow_contract,  // of SPV_INTEL_fp_fast_math_mode
  allow_reassoc,
  // execution modes of SPV_KHR_float_controls.
  denorm_preserve,
  denorm_flush,
  rounding_rte,
  rounding_rtz,
  keep_special,
};
// The editions with their own tables. clspv uses those of one of them (clspv.h), and `none` promises nothing.
inline constexpr std::array kEditions{Edition::clc20, Edition::spirv22, Edition::clc31, Edition::spirv31};
inline constexpr std::array kProfiles{Profile::full, Profile::embedded};

std::string_view name(Edition e);   // "clc-2.0", "spirv-2.2", "clc-3.1", "spirv-3.1", "clspv"; "none"
std::string_view title(Edition e);  // "OpenCL C 2.0"
std::string_view name(Profile p);
std::string_view name(Mode m);  // as in case names: "default", "relaxed", "correct-div-sqrt"
std::optional<Edition> edition_named(std::string_view s);
std::optional<Profile> profile_named(std::string_view s);
std::optional<Mode> mode_named(std::string_view s);

// Returns the effective mode in an edition: "kernels will operate as if compiled with --cl-fast-relaxed-math" (OpenCL C 1.2
// on Vulkan, Built-In Functions).
constexpr Mode mode_under(Edition e, Mode m) { return e == Edition::clspv && m == Mode::standard ? Mode::relaxed : m; }

// True for AllowRecip, and for Fast, which "implies all the others".
constexpr bool allows_reciprocal(Mode m) { return m == Mode::allow_recip || m == Mode::fast; }

}  // namespace classay
