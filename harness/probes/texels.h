// What a number that an image holds may be read as, and what a number may be written as (OpenCL C, "Conversion Rules" of
// "Image Addressing and Filtering").
//
//   normalized  read: within 1.5 ulp of the quotient, of float or of half, and both ends and zero exactly. Written: within
//   0.6 of the number that
//               is rounded, as the text says for sRGB (docs/ambiguities.md, normalized-writes)
//   sRGB        read: back on its curve, within half a step of what is held. Written: within 0.6 of the number on its curve
//   half        read: exactly. Written: rounded to nearest even or to zero, and subnormal results may be zero
//   float       NaNs may be others, and subnormal numbers zero
//   integers    read unchanged, written saturated
#pragma once

#include <cstdint>

#include "harness/devices/image.h"
#include "reference/number/format.h"

namespace classay {

enum class Conversion : std::uint8_t { normalized, srgb, integer, floating };

// Of a channel: 0 to 3, red to alpha. The alpha of sRGB is on no curve.
Conversion conversion_of(ImageFormat format, int color);

// What a color's number is: of integers i32 or u32, else f32.
Type color_type(ChannelType type);

// What a component without a channel is read as, in a type of colors.
Bits missing_color(Type color_type, int color);

// May `held`, in a channel of this type, be read as `got`, a number of the color's type?
bool may_be_read(Conversion conversion, Type held_type, Bits held, Bits got);
// May `given`, a number of the color's type, be written as `held`?
bool may_be_written(Conversion conversion, Type held_type, Bits given, Bits held);

// The same by read_imageh and write_imageh: `got` and `given` are halves. `may_flush`: the device need not know subnormal
// ones.
bool may_be_read_as_half(Conversion conversion, Type held_type, Bits held, Bits got, bool may_flush);
bool may_be_written_of_half(Conversion conversion, Type held_type, Bits given, Bits held, bool may_flush);
double half_reading_error(Conversion conversion, Type held_type, Bits held, Bits got);

// How far off the reading is: in ulp of a normalized number, in steps of sRGB, else 0. Precondition: `got` is a number.
double reading_error(Conversion conversion, Type held_type, Bits held, Bits got);
// How far from the number that is rounded, in steps; 0 where nothing is rounded to steps, or no number given.
double writing_error(Conversion conversion, Type held_type, Bits given, Bits held);

// What a color's number is on the curve of sRGB, from 0 to 255.
double on_srgb_curve(double linear);

}  // namespace classay
