#include "harness/process/own_program.h"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>
#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <span>
#include <sstream>
#include <system_error>

namespace classay {
namespace {

constexpr std::size_t aligned(std::size_t bytes) { return (bytes + 3) / 4 * 4; }

// The notes of a segment consist of header, name and content.
std::string build_id_among(std::span<const char> notes) {
  ElfW(Nhdr) note{};
  while (notes.size() >= sizeof note) {
    std::memcpy(&note, notes.data(), sizeof note);
    const std::size_t content = sizeof note + aligned(note.n_namesz);
    const std::size_t size = content + aligned(note.n_descsz);
    if (size > notes.size()) break;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4) {
      std::string hex;
      for (const char c : notes.subspan(content, note.n_descsz)) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
      return hex;
    }
    notes = notes.subspan(size);
  }
  return "";
}

// The loader lists the program itself first.
int look_at(dl_phdr_info* object, std::size_t /*size*/, void* found) {
  for (const ElfW(Phdr) & segment : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
    if (segment.p_type != PT_NOTE) continue;
    const auto* const begin = reinterpret_cast<const char*>(object->dlpi_addr + segment.p_vaddr);  // NOLINT: an address
    std::string& id = *static_cast<std::string*>(found);
    if (id.empty()) id = build_id_among({begin, segment.p_memsz});
  }
  return 1;
}

}  // namespace

const std::filesystem::path& own_file() {
  static const std::filesystem::path file = "/proc/self/exe";
  return file;
}

const std::string& own_program() {
  static const std::string path = std::filesystem::read_symlink(own_file()).string();
  return path;
}

std::filesystem::path beside_program(std::string_view file) {
  const std::filesystem::path folder = std::filesystem::path(own_program()).parent_path();
  for (const std::filesystem::path& place :
       {folder / file, folder.parent_path() / file, folder.parent_path() / "lib/classay" / file}) {
    if (std::filesystem::exists(place)) return place;
  }
  return {};
}

std::filesystem::path on_path(std::string_view file) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::error_code unknown;
    const std::filesystem::path found = std::filesystem::path(folder) / file;
    if (std::filesystem::is_regular_file(found, unknown)) return found;
  }
  return {};
}

std::string own_build_id() {
  std::string id;
  ::dl_iterate_phdr(look_at, &id);
  return id;
}

namespace {

struct Task {
  const std::function<int()>& program;
  int code = 0;
};

void* run(void* given) {
  auto& task = *static_cast<Task*>(given);
  task.code = task.program();
  return nullptr;
}

void check(int error, const char* call) {
  if (error != 0) throw std::system_error(error, std::generic_category(), call);
}

int in_thread(const std::function<int()>& program) {
  pthread_attr_t attributes;
  check(::pthread_attr_init(&attributes), "pthread_attr_init");
  check(::pthread_attr_setstacksize(&attributes, kEnoughStack), "pthread_attr_setstacksize");
  check(::pthread_setattr_default_np(&attributes), "pthread_setattr_default_np");
  Task task{program};
  pthread_t thread{};
  check(::pthread_create(&thread, &attributes, run, &task), "pthread_create");
  ::pthread_attr_destroy(&attributes);
  check(::pthread_join(thread, nullptr), "pthread_join");
  return task.code;
}

}  // namespace

int on_enough_stack(const std::function<int()>& program) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kEnoughStack) return program();
  limit.rlim_cur = std::min<rlim_t>(kEnoughStack, limit.rlim_max);
  ::setrlimit(RLIMIT_STACK, &limit);
  return in_thread(program);
}

}  // namespace classay
