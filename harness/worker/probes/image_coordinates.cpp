#include "harness/worker/probes/image_coordinates.h"

#include <algorithm>
#include <cmath>

#include "reference/inputs/inputs.h"

namespace classay {
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

}  // namespace classay
