// Injects a defect into the drivers of this process's children, which find it through their environment.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "tools/inject/plant.h"

namespace classay::planted {

// Throws UsageError with the most similar name if there is none.
const Plant& plant_named(std::span<const Plant> plants, const std::string& name);

class Planting {
 public:
  // Starts the injection. Throws DataError if the layer is not next to the program.
  explicit Planting(const Plant& plant);
  ~Planting();
  Planting(const Planting&) = delete;
  Planting& operator=(const Planting&) = delete;

  // Hash of the complete change, so that an edited defect counts as a different one.
  const std::string& hash() const { return hash_; }
  const std::filesystem::path& file() const { return file_; }  // read by the layer
  // Returns whether programs of Vulkan get the defect too: the program that changes them is next to this one.
  bool changes_clspv() const { return changes_clspv_; }

 private:
  std::filesystem::path file_;
  std::string hash_;
  bool changes_clspv_ = false;
};

}  // namespace classay::planted
