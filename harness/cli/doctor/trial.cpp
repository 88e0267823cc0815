#include "harness/cli/doctor/trial.h"

#include <array>
#include <filesystem>
#include <fstream>

#include "harness/cli/child_commands/child.h"
#include "harness/process/libraries.h"
#include "harness/process/own_program.h"
#include "harness/supervisor/child_answer.h"
#include "harness/supervisor/machine.h"

namespace classay::doctor {
namespace {

namespace fs = std::filesystem;

// ocl-icd reports its name only after it has loaded all drivers, so its file's text identifies the loader.
std::string loader_title(const std::string& path) {
  constexpr std::size_t kMost = std::size_t{1} << 20;  // bytes; a loader is smaller, but a driver in its place may be large
  std::string text(kMost, '\0');
  std::ifstream(path, std::ios::binary).read(text.data(), static_cast<std::streamsize>(text.size()));
  if (text.find("OCL_ICD_ASSUME_ICD_EXTENSION") != std::string::npos) return kOclIcd;
  return text.find("Khronos OpenCL ICD Loader") != std::string::npos ? kKhronosLoader : "";
}

Json answer_for(const TrialRequest& request) {
  if (request.is_opencl_loader) {
    if (const void* const there = libraries::function_in(libraries::kThisProcess, "clGetPlatformIDs")) {
      return {{"loaded", true}, {"preloaded", true}, {"path", libraries::file_with(there)}};
    }
  }
  // Binds lazily like the loaders: a missing function does not matter until it is called.
  const libraries::Loaded loaded = libraries::load(request.library, libraries::Binding::lazy);
  if (loaded.handle == nullptr) return {{"loaded", false}, {"reason", loaded.trouble}};
  Json answer{{"loaded", true}, {"path", libraries::file_of(loaded.handle)}, {"lacking", Json::array()}};
  for (const std::string& function : request.functions) {
    if (libraries::function_in(loaded.handle, function.c_str()) == nullptr) answer["lacking"].push_back(function);
  }
  return answer;
}

unsigned little_endian(unsigned char low, unsigned char high) { return low | static_cast<unsigned>(high) << 8U; }

}  // namespace

void look_at_file(Library& library) {
  if (library.name.find('/') == std::string::npos) return;
  std::error_code unknown;
  if (!fs::exists(library.name, unknown)) {
    library.kind = FileKind::absent;
    return;
  }
  constexpr std::size_t kMachine = 18;  // offset of e_machine
  std::array<char, kMachine + 2> head{};
  std::ifstream in(library.name, std::ios::binary);
  if (!in) return;
  in.read(head.data(), head.size());
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(head.at(i)); };
  const bool is_elf = in.gcount() >= 5 && byte(0) == 0x7f && head[1] == 'E' && head[2] == 'L' && head[3] == 'F';
  library.kind = is_elf ? FileKind::elf : FileKind::not_elf;
  if (!is_elf) return;
  library.bits = byte(4) == 1 ? 32 : 64;
  const bool is_big = byte(5) == 2;
  library.machine =
      is_big ? little_endian(byte(kMachine + 1), byte(kMachine)) : little_endian(byte(kMachine), byte(kMachine + 1));
}

Library tried(const TrialRequest& request, std::chrono::seconds timeout) {
  Library library{.name = request.library};
  look_at_file(library);
  std::vector<std::string> words{"try-library", "--library", request.library};
  for (const std::string& function : request.functions) words.insert(words.end(), {"--function", function});
  if (request.is_opencl_loader) words.emplace_back("--opencl-loader");
  const ChildAnswer answered = ask_child(Machine::here(own_program()).child(std::move(words)), "loaded", timeout);
  if (answered.answer == nullptr) {
    library.trial = answered.timed_out ? Trial::hangs : Trial::crashes;
    library.reason = answered.misfortune;
    return library;
  }
  const Json& answer = *answered.answer;
  library.trial = answer.value("loaded", false) ? Trial::loads : Trial::fails;
  library.reason = answer.value("reason", "");
  library.path = answer.value("path", "");
  if (request.is_opencl_loader) library.title = loader_title(library.path);
  library.is_preloaded = answer.value("preloaded", false);
  library.lacking = answer.value("lacking", std::vector<std::string>());
  return library;
}

void try_library(const TrialRequest& request) {
  Child child;
  child.tell(answer_for(request));
  Child::end();
}

}  // namespace classay::doctor
