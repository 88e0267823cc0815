#include "harness/process/watch.h"

#include <algorithm>

#include "harness/process/watched_page.h"

namespace classay::ending {

void copy_name(Page::Name& name, std::string_view text) {
  const std::size_t size = std::min(text.size(), name.size() - 1);
  std::copy_n(text.data(), size, name.data());
  name[size] = '\0';
}

bool is_first(Kind kind) {
  Kind none = Kind::none;
  const bool is_it = page->kind.compare_exchange_strong(none, kind);
  if (is_it) page->noted_by = own_thread();
  return is_it;
}

void forget_note() {
  page->kind = Kind::none;
  page->noted_by = 0;
  page->is_noted = 0;
}

void driver_is_at(const void* address) {
  if (page != nullptr) page->driver_address = reinterpret_cast<std::uint64_t>(address);  // NOLINT: an address
}

void mean_to_end() {
  if (page != nullptr) page->means_to_end = 1;
}

Calling::Calling(std::string_view call, std::string_view kernel) {
  if (page == nullptr) return;
  next(call, kernel);
  page->calls_under_way.fetch_add(1, std::memory_order_relaxed);
}

Calling::~Calling() {
  if (page != nullptr) page->calls_under_way.fetch_sub(1, std::memory_order_relaxed);
}

// NOLINTNEXTLINE(readability-convert-member-functions-to-static): of this call
void Calling::next(std::string_view call, std::string_view kernel) {
  if (page == nullptr) return;
  copy_name(page->call, call);
  copy_name(page->kernel, kernel);
}

void launches_in_flight(std::size_t count) {
  if (page != nullptr) page->launches_in_flight.store(static_cast<std::int32_t>(count), std::memory_order_relaxed);
}

}  // namespace classay::ending
