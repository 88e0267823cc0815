// A plant before the drivers of this process's children: they find it by their environment.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "harness/planted/plant.h"

namespace classay::planted {

// Throws UsageError, with the most similar name, when there is none.
const Plant& plant_named(std::span<const Plant> plants, const std::string& name);

class Planting {
 public:
  // From now on. Throws DataError where the layer does not lie beside the program.
  explicit Planting(const Plant& plant);
  ~Planting();
  Planting(const Planting&) = delete;
  Planting& operator=(const Planting&) = delete;

  // Of all that is planted: a plant that was changed is another one.
  const std::string& hash() const { return hash_; }
  const std::filesystem::path& file() const { return file_; }  // that the layer reads

 private:
  std::filesystem::path file_;
  std::string hash_;
};

}  // namespace classay::planted
