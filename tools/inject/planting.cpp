#include "tools/inject/planting.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "harness/process/host.h"
#include "harness/process/own_program.h"
#include "harness/process/safe_file.h"
#include "harness/text/hash.h"
#include "harness/text/usage_error.h"
#include "harness/worker/sweep/data_files.h"
#include "suites/nearest.h"
#include "tools/inject/source.h"

namespace classay::planted {
namespace {

namespace fs = std::filesystem;

#ifdef _WIN32
constexpr const char* kLayer = "classay_plant.dll";
constexpr const char* kSeparator = ";";
#else
constexpr const char* kLayer = "classay_plant.so";
constexpr const char* kSeparator = ":";
#endif
constexpr const char* kLayers = "OPENCL_LAYERS";
constexpr const char* kClspvChanger = "classay_plant_clspv";
constexpr const char* kClspv = "CLASSAY_CLSPV";

fs::path layer() {
  fs::path found = beside_program(kLayer);
  if (!found.empty()) return found;
  throw DataError(fmt::format("{}: the library that injects defects is not next to the program in {}; install it there",
                              kLayer, fs::path(own_program()).parent_path().string()));
}

// Puts the program that changes sources before clspv. Returns false if it is not installed.
bool change_clspv() {
  const fs::path changer = beside_program(kClspvChanger);
  if (changer.empty()) return false;
  const char* const compiler = std::getenv(kClspv);
  set_variable(kPlantedClspv, compiler == nullptr || *compiler == '\0' ? "clspv" : compiler);
  set_variable(kClspv, changer.string());
  return true;
}

}  // namespace

const Plant& plant_named(std::span<const Plant> plants, const std::string& name) {
  const auto at = std::ranges::find(plants, name, &Plant::name);
  if (at != plants.end()) return *at;
  std::vector<std::string_view> names;
  for (const Plant& p : plants) names.emplace_back(p.name);
  throw UsageError(
      fmt::format("--inject: no defect '{}'{}; `classay list --defects` prints all names", name, did_you_mean(name, names)));
}

Planting::Planting(const Plant& plant)
    : file_(fs::temp_directory_path() / fmt::format("classay-plant-{}-{}", own_process(), plant.name)) {
  const std::string text = written(layer_file(plant));
  write_file(file_, text);
  Fnv hash;
  for (const char c : text) hash.add(static_cast<unsigned char>(c));
  hash_ = hash.text();
  const char* const before = std::getenv(kLayers);
  const std::string layers =
      before == nullptr || *before == '\0' ? layer().string() : layer().string() + kSeparator + before;
  set_variable(kLayers, layers);
  set_variable(kVariable, file_.string());
  changes_clspv_ = change_clspv();
}

Planting::~Planting() {
  std::error_code unknown;
  fs::remove(file_, unknown);
}

}  // namespace classay::planted
