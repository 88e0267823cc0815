#include "harness/device/library/files.h"

#include <filesystem>

#include "harness/device/backend.h"
#include "harness/process/libraries.h"
#include "harness/process/safe_file.h"
#include "harness/text/hash.h"

namespace classay::library {
namespace {

constexpr std::size_t kLargest = std::size_t{1} << 30;

}  // namespace

std::map<std::string, std::string> hashes_of_files(void* handle) {
  std::map<std::string, std::string> hashes;
  try {
    for (const std::string& file : libraries::files_of(handle)) {
      const std::string content = read_file(file, kLargest);
      if (libraries::is_replaced(handle, file)) {
        throw DeviceError(Fault::unusable, file + ": the library was replaced after it was loaded");
      }
      hashes[std::filesystem::path(file).filename().string()] = sha256(content);
    }
  } catch (const DeviceError&) {
    throw;
  } catch (const std::runtime_error& e) {  // FileError is one
    throw DeviceError(Fault::unusable, e.what());
  }
  return hashes;
}

}  // namespace classay::library
