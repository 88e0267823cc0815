#include "harness/process/libraries.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>

namespace classay::libraries {
namespace {

std::filesystem::path folder_of(const link_map& library) {
  std::error_code ignored;
  return std::filesystem::canonical(library.l_name, ignored).parent_path();
}

// Excludes the system's own code page (vdso), which the loader also lists. Its dynamic section must not be read in this way.
bool is_file(const link_map& library) { return std::string_view(library.l_name).find('/') != std::string_view::npos; }

// Returns a table of a library's dynamic section; nullptr: it has none of this kind.
template <class Entry>
const Entry* table_in(const link_map& library, ElfW(Sxword) kind) {
  const Entry* table = nullptr;
  for (const ElfW(Dyn)* d = library.l_ld; d->d_tag != DT_NULL; ++d) {
    if (d->d_tag == kind) table = reinterpret_cast<const Entry*>(d->d_un.d_ptr);  // NOLINT: an address
  }
  return table;
}

// Returns the strings of all entries of this kind in a library's dynamic section.
std::vector<std::string_view> names_in(const link_map& library, ElfW(Sxword) kind) {
  const char* const texts = table_in<char>(library, DT_STRTAB);
  std::vector<std::string_view> names;
  for (const ElfW(Dyn)* d = library.l_ld; texts != nullptr && d->d_tag != DT_NULL; ++d) {
    if (d->d_tag == kind) names.emplace_back(texts + d->d_un.d_val);
  }
  return names;
}

bool is_called(const link_map& library, std::string_view name) {
  const std::vector<std::string_view> own = names_in(library, DT_SONAME);
  return std::ranges::find(own, name) != own.end() || std::filesystem::path(library.l_name).filename() == name;
}

const link_map* first_of(const link_map& any) {
  const link_map* first = &any;
  while (first->l_prev != nullptr) first = first->l_prev;
  return first;
}

const link_map* loaded(const link_map& any, std::string_view name) {
  for (const link_map* at = first_of(any); at != nullptr; at = at->l_next) {
    if (is_file(*at) && is_called(*at, name)) return at;
  }
  return nullptr;
}

// Returns the inode of the file that memory is mapped from; 0: unknown. The device is not compared, since the system may
// return a different one from stat().
ino_t inode_mapped_at(const void* address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0;
    unsigned long end = 0;
    unsigned long inode = 0;
    const int read = std::sscanf(line.c_str(), "%lx-%lx %*s %*s %*s %lu", &begin, &end, &inode);
    if (read == 3 && begin <= wanted && wanted < end) return inode;
  }
  return 0;
}

// Returns the number of symbols by the GNU hash table, whose chains end at the last one: [buckets, first symbol, words of
// the filter, shift], filter, buckets, chains.
std::size_t count_of_symbols(const std::uint32_t* hash) {
  if (hash == nullptr) return 0;
  const std::uint32_t first = hash[1];
  const std::uint32_t* const buckets = hash + 4 + std::size_t{hash[2]} * (sizeof(ElfW(Addr)) / sizeof *hash);
  const std::uint32_t* const chains = buckets + hash[0];
  std::size_t last = *std::max_element(buckets, chains);
  if (last < first) return first;
  while ((chains[last - first] & 1U) == 0) ++last;
  return last + 1;
}

link_map& map_of(void* handle) {
  link_map* own = nullptr;
  if (::dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void*>(&own)) == 0) return *own;
  throw std::runtime_error(std::string("the loader does not say which file the library is: ") + ::dlerror());
}

}  // namespace

std::vector<std::string> names_of(Loader loader) {
  switch (loader) {
    case Loader::opencl: return {"libOpenCL.so.1", "libOpenCL.so"};
    case Loader::level_zero: return {"libze_loader.so.1", "libze_loader.so"};
    case Loader::vulkan: return {"libvulkan.so.1"};
  }
  return {};
}

Loaded load(const std::string& file, Binding binding) {
  void* const handle = ::dlopen(file.c_str(), (binding == Binding::lazy ? RTLD_LAZY : RTLD_NOW) | RTLD_LOCAL);
  return {handle, handle == nullptr ? ::dlerror() : ""};
}

void unload(void* handle) { ::dlclose(handle); }

void* function_in(void* handle, const char* name) { return ::dlsym(handle == kThisProcess ? RTLD_DEFAULT : handle, name); }

std::string file_of(void* handle) {
  const link_map* map = nullptr;
  return ::dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void*>(&map)) == 0 && map != nullptr ? map->l_name : "";
}

std::string file_with(const void* address) {
  Dl_info info{};
  return ::dladdr(address, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

std::vector<std::string> files_of(void* handle) {
  const link_map* const own = &map_of(handle);
  std::vector<const link_map*> all{own};
  std::vector<std::string> files;
  for (std::size_t i = 0; i < all.size(); ++i) {
    files.emplace_back(all[i]->l_name);
    for (const std::string_view name : names_in(*all[i], DT_NEEDED)) {
      const link_map* const needed = loaded(*own, name);
      const bool is_of_folder = needed != nullptr && folder_of(*needed) == folder_of(*own);
      if (is_of_folder && std::ranges::find(all, needed) == all.end()) all.push_back(needed);
    }
  }
  return files;
}

bool is_replaced(void* handle, const std::string& file) {
  struct stat now {};
  if (::stat(file.c_str(), &now) != 0) return true;
  for (const link_map* at = first_of(map_of(handle)); at != nullptr; at = at->l_next) {
    if (at->l_name != file) continue;
    const ino_t mapped = inode_mapped_at(at->l_ld);
    return mapped != 0 && mapped != now.st_ino;
  }
  return false;
}

std::vector<std::string> functions_of(void* handle) {
  const link_map& own = map_of(handle);
  const auto* const symbols = table_in<ElfW(Sym)>(own, DT_SYMTAB);
  const auto* const texts = table_in<char>(own, DT_STRTAB);
  const std::size_t count = count_of_symbols(table_in<std::uint32_t>(own, DT_GNU_HASH));
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) {
    const auto kind = symbols[i].st_info & 0xfU;
    const bool is_function = kind == STT_FUNC || kind == STT_GNU_IFUNC;
    if (is_function && symbols[i].st_shndx != SHN_UNDEF) names.emplace_back(texts + symbols[i].st_name);
  }
  return names;
}

}  // namespace classay::libraries
