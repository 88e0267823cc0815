// Where the tests of samplers read images.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "harness/worker/probes/image_filters.h"

namespace classay {

using Coordinate = std::array<float, 4>;
// Inside: all texels that the filter reads are in the image.
enum class CoordinatePlace : std::uint8_t { anywhere, inside };
// Each sampler gets coordinates of its own.
std::vector<Coordinate> coordinates(const SampledImage& image, const Sampler& sampler, CoordinatePlace where,
                                    std::uint64_t count);

// Returns the coordinate in texels.
std::array<double, 3> in_texels(const SampledImage& image, const Sampler& sampler, const Coordinate& c);

}  // namespace classay
