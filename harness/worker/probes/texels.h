// Decides which numbers a texel may be read as, and which texels a number may be written as (OpenCL C, "Conversion Rules" of
// "Image Addressing and Filtering").
//
//   normalized  read: within 1.5 ulp of the quotient, of float or of half; both ends and zero exactly. Written: within
//               0.6 of the number that is rounded, as the text says for sRGB (docs/ambiguities.md, normalized-writes)
//   sRGB        read: back on its curve, within half a step of the stored value. Written: within 0.6 of the number on its
//               curve
//   half        read: exactly. Written: rounded to nearest even or to zero; subnormal results may be zero
//   float       NaNs may change, and subnormal numbers may become zero
//   integers    read unchanged, written saturated
#pragma once

#include <cstdint>

#include "harness/device/image.h"
#include "reference/number/format.h"

namespace classay {

// The type of a channel in memory: a type, or some bits of an unsigned type.
struct HeldType {
  Type type;
  int bits;
  HeldType(Type t) : type(t), bits(width(t)) {}  // NOLINT(google-explicit-constructor): nearly all are of this kind
  HeldType(Type t, int some) : type(t), bits(some) {}
};

// Returns the number in a channel that represents 1: 255, 127, 65535, 32767. All are odd, so that a quotient is a power of
// two only if it is 1.
double steps(HeldType held);

enum class ChannelConversion : std::uint8_t { normalized, srgb, integer, floating };

// `color`: 0 to 3, red to alpha. The alpha channel of sRGB is linear.
ChannelConversion conversion_of(ImageFormat format, int color);

// Returns the type of a color's numbers: i32 or u32 for integers, f32 for all others.
Type color_type(ChannelType type);

// Returns what a component without a channel is read as, in a type of colors.
Bits missing_color(Type color_type, int color);

// Returns whether `held`, in a channel of this type, may be read as `got`, a number of the color's type.
bool may_be_read(ChannelConversion conversion, HeldType held_type, Bits held, Bits got);
// Returns whether `given`, a number of the color's type, may be written as `held`.
bool may_be_written(ChannelConversion conversion, HeldType held_type, Bits given, Bits held);

// Like the functions above for read_imageh and write_imageh: `got` and `given` are halves. `may_flush`: the device need not
// support subnormal halves.
bool may_be_read_as_half(ChannelConversion conversion, HeldType held_type, Bits held, Bits got, bool may_flush);
bool may_be_written_of_half(ChannelConversion conversion, HeldType held_type, Bits given, Bits held, bool may_flush);
double half_reading_error(ChannelConversion conversion, HeldType held_type, Bits held, Bits got);

// Returns the error of a reading: in ulp for a normalized number, in steps for sRGB, 0 for others. Precondition: `got` is a
// number.
double reading_error(ChannelConversion conversion, HeldType held_type, Bits held, Bits got);
// Returns the distance to the number that is rounded, in steps; 0 if nothing is rounded to steps, or if `given` is a NaN.
double writing_error(ChannelConversion conversion, HeldType held_type, Bits given, Bits held);

// Maps a linear color to the curve of sRGB, from 0 to 255.
double on_srgb_curve(double linear);

}  // namespace classay
