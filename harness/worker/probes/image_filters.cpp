#include "harness/worker/probes/image_filters.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "harness/worker/probes/images.h"
#include "reference/inputs/inputs.h"
#include "reference/number/format.h"

namespace classay {
namespace {

// ---- How far a device may differ
//
// The language defines the formulas, but "the relative error or precision of the addressing mode calculations and the image
// filter operation are not defined", except for unnormalized coordinates with the nearest filter, which are exact. The
// limits below accept what conformant devices do.
//
// Nearest, normalized: Khronos's conformance test accepts the texels at coordinates up to 0.1 texels away. Vulkan permits
// coordinates with four bits of fraction, so an error of 1/16. The limit is 1/8: less than the distance from the middle of a
// texel to its end, so that an error of half a texel is found everywhere, and one of a quarter of a texel at a quarter of
// all coordinates.
constexpr double kNearestTolerance = 0.125;
// Linear: the coordinate is rounded to eight bits of fraction, in any direction. Vulkan's minimum is four bits, but the
// conformance test of OpenCL accepts 2^-7 of the largest texel; four bits are off by 2^-5 of a difference of two texels.
constexpr double kLinearTolerance = 0x1p-8;
// In addition, the coordinate may be computed in float: a multiplication by the size, a subtraction of the integer part,
// a multiplication by 2 and a division by 2, each within 2^-24 of |u|, or one less accurate operation of 2 ulp.
constexpr double kFloatTolerance = 0x1p-21;
// A filtered color is within this part of the largest texel in use, as in the conformance test. Eight weights of float and
// seven additions are within 11 * 2^-24 of it.
constexpr double kFilteredTolerance = 0x1p-7;

// Precondition: 0 <= x.
TexelIndex inside(double x, double last) { return static_cast<std::uint64_t>(std::min(x, last)); }

TexelIndex addressed(double i, double last, ImageAddressing addressing) {
  if (addressing == ImageAddressing::clamp_to_edge) i = std::clamp(i, 0.0, last);
  return i < 0 || i > last ? TexelIndex() : inside(i, last);
}

// "s_prime = fabs(s - 2.0f * rint(0.5f * s))", in texels.
double mirrored(double u, double size) { return std::fabs(u - 2 * size * std::rint(u / (2 * size))); }

// "u = (s - floor(s)) * w_t". A quotient may be rounded to the next integer.
double repeated(double u, double size) {
  const double rest = u - std::floor(u / size) * size;
  return rest < 0 ? rest + size : rest >= size ? rest - size : rest;
}

int dimensions_of(const SampledImage& image) { return info(image.shape).dimensions; }

// "layer = clamp(rint(w), 0, d_t - 1)"; 0 for images that are not arrays.
std::uint64_t first_texel_of_layer(const SampledImage& image, const std::array<double, 3>& at) {
  if (!info(image.shape).is_array) return 0;
  const auto d = static_cast<std::size_t>(dimensions_of(image));
  const double layer = std::clamp(std::rint(at.at(d)), 0.0, static_cast<double>(image.size.at(d) - 1));
  const std::uint64_t of_layer = d == 1 ? image.size[0] : image.size[0] * image.size[1];
  return static_cast<std::uint64_t>(layer) * of_layer;
}

double stride(const SampledImage& image, int dimension) {
  double product = 1;
  for (int d = 0; d < dimension; ++d) product *= static_cast<double>(image.size.at(static_cast<std::size_t>(d)));
  return product;
}

std::optional<std::uint64_t> combined(const SampledImage& image, std::uint64_t first, std::span<const TexelIndex> indices) {
  std::uint64_t texel = first;
  for (std::size_t d = 0; d < indices.size(); ++d) {
    if (!indices[d]) return std::nullopt;
    texel += *indices[d] * static_cast<std::uint64_t>(stride(image, static_cast<int>(d)));
  }
  return texel;
}

// Calls f with each choice of one element per list.
void for_each_choice(std::span<const std::vector<double>> lists, const auto& f) {
  std::array<std::size_t, 3> chosen{};
  for (bool is_over = false; !is_over;) {
    std::array<double, 3> values{};
    for (std::size_t d = 0; d < lists.size(); ++d) values.at(d) = lists[d][chosen.at(d)];
    f(values);
    is_over = true;
    for (std::size_t d = 0; d < lists.size() && is_over; ++d) {
      is_over = ++chosen.at(d) == lists[d].size();
      if (is_over) chosen.at(d) = 0;
    }
  }
}

// A filter's sum, and the largest texels in it.
struct Sum {
  std::array<double, 4> color{};
  std::array<double, 4> largest{};
};
Sum filtered_at(const SampledImage& image, ImageAddressing addressing, std::uint64_t layer,
                const std::array<double, 3>& at) {
  const auto dimensions = static_cast<std::size_t>(dimensions_of(image));
  std::array<TexelPair, 3> pairs;
  for (std::size_t d = 0; d < dimensions; ++d) pairs.at(d) = linear_texels(at.at(d), image.size.at(d), addressing);
  Sum sum;
  for (unsigned corner = 0; corner < (1U << dimensions); ++corner) {
    std::array<TexelIndex, 3> indices;
    double weight = 1;
    for (std::size_t d = 0; d < dimensions; ++d) {
      const TexelPair& pair = pairs.at(d);
      const bool is_second = (corner >> d & 1U) != 0;
      indices.at(d) = is_second ? pair.second : pair.first;
      weight *= is_second ? pair.weight : 1 - pair.weight;
    }
    const std::optional<std::uint64_t> texel = combined(image, layer, std::span(indices).first(dimensions));
    const std::array<double, 4>& color = texel ? image.colors[*texel] : image.border;
    for (std::size_t c = 0; c < 4; ++c) {
      sum.color.at(c) += weight * color.at(c);
      sum.largest.at(c) = std::fmax(sum.largest.at(c), std::fabs(color.at(c)));
    }
  }
  return sum;
}

}  // namespace

TexelIndex nearest_texel(double u, std::uint64_t size, ImageAddressing addressing) {
  const auto n = static_cast<double>(size);
  if (addressing == ImageAddressing::repeat) return inside(std::floor(repeated(u, n)), n - 1);
  if (addressing == ImageAddressing::mirrored_repeat) return inside(std::floor(mirrored(u, n)), n - 1);
  return addressed(std::floor(u), n - 1, addressing);
}

TexelPair linear_texels(double u, std::uint64_t size, ImageAddressing addressing) {
  const auto n = static_cast<double>(size);
  if (addressing == ImageAddressing::repeat) u = repeated(u, n);
  if (addressing == ImageAddressing::mirrored_repeat) u = mirrored(u, n);
  const double first = std::floor(u - 0.5);
  const double weight = u - 0.5 - first;
  if (addressing == ImageAddressing::repeat)
    return {inside(first < 0 ? first + n : first, n - 1), inside(first + 1 > n - 1 ? first + 1 - n : first + 1, n - 1),
            weight};
  if (addressing == ImageAddressing::mirrored_repeat)
    return {inside(std::fmax(first, 0), n - 1), inside(std::fmin(first + 1, n - 1), n - 1), weight};
  return {addressed(first, n - 1, addressing), addressed(first + 1, n - 1, addressing), weight};
}

double coordinate_tolerance(double u, const Sampler& sampler) {
  if (sampler.filter == ImageFilter::linear) return kLinearTolerance + kFloatTolerance * std::fabs(u);
  return sampler.is_normalized ? kNearestTolerance + kFloatTolerance * std::fabs(u) : 0;
}

std::vector<std::optional<std::uint64_t>> nearest_choices(const SampledImage& image, const Sampler& sampler,
                                                          const std::array<double, 3>& at) {
  const auto dimensions = static_cast<std::size_t>(dimensions_of(image));
  std::array<std::vector<double>, 3> places;
  for (std::size_t d = 0; d < dimensions; ++d) {
    const double u = at.at(d);
    const double tolerance = coordinate_tolerance(u, sampler);
    // The tolerance is below 1, so that two places have all texels between them.
    places.at(d) = tolerance == 0 ? std::vector{u} : std::vector{u, u - tolerance, u + tolerance};
  }
  std::vector<std::optional<std::uint64_t>> all;
  const std::uint64_t layer = first_texel_of_layer(image, at);
  for_each_choice(std::span(places).first(dimensions), [&](const std::array<double, 3>& place) {
    std::array<TexelIndex, 3> indices;
    for (std::size_t d = 0; d < dimensions; ++d)
      indices.at(d) = nearest_texel(place.at(d), image.size.at(d), sampler.addressing);
    const std::optional<std::uint64_t> texel = combined(image, layer, std::span(indices).first(dimensions));
    if (std::ranges::find(all, texel) == all.end()) all.push_back(texel);
  });
  return all;
}

// The filter is continuous, and between two middles of texels it is linear in each coordinate. Its extreme values in a box
// are therefore at the ends of the box and at middles of texels in it.
std::array<FilteredColor, 4> filtered_colors(const SampledImage& image, const Sampler& sampler,
                                             const std::array<double, 3>& at) {
  const auto dimensions = static_cast<std::size_t>(dimensions_of(image));
  const std::uint64_t layer = first_texel_of_layer(image, at);
  std::array<std::vector<double>, 3> places;
  for (std::size_t d = 0; d < dimensions; ++d) {
    const double u = at.at(d);
    const double tolerance = coordinate_tolerance(u, sampler);
    places.at(d) = {u - tolerance, u + tolerance};
    const double middle = std::floor(u) + 0.5;
    if (std::fabs(u - middle) < tolerance) places.at(d).push_back(middle);
  }
  std::array<FilteredColor, 4> all;
  const Sum exact = filtered_at(image, sampler.addressing, layer, at);
  for (std::size_t c = 0; c < 4; ++c)
    all.at(c) = {exact.color.at(c), exact.color.at(c), exact.color.at(c), exact.largest.at(c)};
  for_each_choice(std::span(places).first(dimensions), [&](const std::array<double, 3>& place) {
    const Sum sum = filtered_at(image, sampler.addressing, layer, place);
    for (std::size_t c = 0; c < 4; ++c) {
      FilteredColor& color = all.at(c);
      color.low = std::fmin(color.low, sum.color.at(c));
      color.high = std::fmax(color.high, sum.color.at(c));
      color.largest = std::fmax(color.largest, sum.largest.at(c));
    }
  });
  for (std::size_t c = 0; c < 4; ++c) {
    const double tolerance = kFilteredTolerance * all.at(c).largest + image.step.at(c);
    all.at(c).low -= tolerance;
    all.at(c).high += tolerance;
  }
  return all;
}

namespace {

// In texels: at, next to and between borders of texels; inside, around and far away from the image.
double chosen_part(CounterRandom& random) {
  constexpr std::array kParts{0.0, 0x1p-9, 0x1p-6, 0.140625, 0.25, 0.375, 0.484375, 0.5, 0.515625, 0.75, 0.859375, 0.984375};
  return random.below(3) == 0 ? static_cast<double>(random.below(4096)) / 4096 : kParts.at(random.below(kParts.size()));
}
double chosen_place(CounterRandom& random, std::int64_t size) {
  const double part = chosen_part(random);
  if (random.below(16) == 0) return static_cast<double>(random.between(-size * 1000, size * 1000)) + part;
  return static_cast<double>(random.coin() ? random.between(0, size) : random.between(-2 * size - 1, 3 * size + 1)) + part;
}
// Everything that a filter reads is inside of the image.
double chosen_inside(CounterRandom& random, std::int64_t size, ImageFilter filter) {
  const double margin = filter == ImageFilter::linear ? 0.625 : 0.125;
  const double u = static_cast<double>(random.between(0, size - 1)) + chosen_part(random);
  return size == 1 && filter == ImageFilter::linear ? 0.5 : std::clamp(u, margin, static_cast<double>(size) - margin);
}

float beside(float s, CounterRandom& random) {
  const float far = random.coin() ? s + 1 : s - 1;
  const float chosen = random.below(4) == 0 ? std::nextafter(s, far) : s;
  return std::fpclassify(chosen) == FP_SUBNORMAL ? s : chosen;
}

// Layers are not normalized. No coordinate is near a tie, where the precision would decide (image-1d-array has them).
float chosen_layer(CounterRandom& random, std::uint64_t layers) {
  constexpr std::array kParts{0.0F, 0.25F, -0.25F, 0.375F, -0.375F};
  return static_cast<float>(random.between(-2, static_cast<std::int64_t>(layers) + 1)) +
         kParts.at(random.below(kParts.size()));
}

}  // namespace

std::vector<Coordinate> coordinates(const SampledImage& image, const Sampler& sampler, CoordinatePlace where,
                                    std::uint64_t count) {
  std::vector<Coordinate> all(count);
  const ShapeInfo& shape = info(image.shape);
  for (std::uint64_t i = 0; i < count; ++i) {
    CounterRandom random(static_cast<std::uint64_t>(sampler.addressing) * 2 + static_cast<std::uint64_t>(where) + 401, i);
    for (std::size_t d = 0; d < static_cast<std::size_t>(shape.coordinates()); ++d) {
      if (static_cast<int>(d) >= shape.dimensions) {
        all[i].at(d) = chosen_layer(random, image.size.at(d));
        continue;
      }
      const auto size = static_cast<std::int64_t>(image.size.at(d));
      const double place =
          where == CoordinatePlace::inside ? chosen_inside(random, size, sampler.filter) : chosen_place(random, size);
      const auto s = static_cast<float>(sampler.is_normalized ? place / static_cast<double>(size) : place);
      all[i].at(d) = where == CoordinatePlace::inside ? s : beside(s, random);
    }
  }
  return all;
}

std::array<double, 3> in_texels(const SampledImage& image, const Sampler& sampler, const Coordinate& c) {
  std::array<double, 3> at{};
  for (std::size_t d = 0; d < 3; ++d) {
    const bool is_scaled = sampler.is_normalized && static_cast<int>(d) < info(image.shape).dimensions;
    at.at(d) = static_cast<double>(c.at(d)) * (is_scaled ? static_cast<double>(image.size.at(d)) : 1);
  }
  return at;
}

Bits channel_bits(ImageFormat f, ImageFilter filter, std::uint64_t texel, int channel) {
  const Type held = info(f.type).held;
  CounterRandom random(static_cast<std::uint64_t>(f.type) + 301, texel * 4 + static_cast<std::uint64_t>(channel));
  if (filter == ImageFilter::nearest) {
    const auto number = static_cast<std::int64_t>(texel * 4 + static_cast<std::uint64_t>(channel) + 1);
    const std::int64_t signed_number = held != Type::u32 && number % 3 == 0 ? -number : number;
    return held == Type::f32 ? Bits{std::bit_cast<std::uint32_t>(static_cast<float>(signed_number))}
                             : static_cast<Bits>(signed_number) & mask(held);
  }
  if (held == Type::f32)
    return std::bit_cast<std::uint32_t>(static_cast<float>(random.between(-(1 << 20), 1 << 20)) * 0x1p-18F);
  if (held == Type::f16) return (random.below(6) + 12) << 10U | random.below(1024) | (random.coin() ? kF16.sign_bit() : 0);
  return random.next() & mask(held);
}

namespace {

double value_of(ImageFormat f, int channel, Bits bits) {
  const Type held = info(f.type).held;
  switch (conversion_of(f, 0)) {
    case ChannelConversion::integer:
      return is_signed(held) ? static_cast<double>(as_signed({held, bits})) : static_cast<double>(bits);
    case ChannelConversion::floating: {
      const Dyadic d = decode(format(held), bits);
      return std::ldexp(d.negative ? -static_cast<double>(d.significand) : static_cast<double>(d.significand), d.exponent);
    }
    case ChannelConversion::normalized:
    case ChannelConversion::srgb: break;
  }
  const double number = is_signed(held) ? static_cast<double>(as_signed({held, bits})) : static_cast<double>(bits);
  return std::fmax(number / steps(held_type(f, channel)), -1.0);
}

double step_of(ImageFormat f, int channel) {
  return conversion_of(f, 0) == ChannelConversion::normalized ? 1 / steps(held_type(f, channel)) : 0;
}

// "IEC 61966-2-1": from a channel to linear RGB.
double linear_of_srgb(Bits bits) {
  const double c = static_cast<double>(bits) / 255;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}
// "If converted back to an sRGB value", a color "will be within 0.5": half a step where the curve is steepest.
constexpr double kSrgbStep = 0.5 / 255 * 2.4 / 1.055;

}  // namespace

double value_of_color(ImageFormat f, int color, int channel, Bits bits) {
  return conversion_of(f, color) == ChannelConversion::srgb ? linear_of_srgb(bits) : value_of(f, channel, bits);
}
double step_of_color(ImageFormat f, int color, int channel) {
  if (conversion_of(f, color) == ChannelConversion::srgb) return kSrgbStep;
  return info(f.order).is_srgb ? 1 / steps(held_type(f, channel)) : step_of(f, channel);
}

}  // namespace classay
