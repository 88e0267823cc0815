// Provides a short list for constant tables.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <stdexcept>

namespace classay {

// A list that is too long does not compile.
template <class T, std::size_t Capacity>
class Few {
 public:
  constexpr Few() = default;
  constexpr Few(std::initializer_list<T> items) {
    for (const T& item : items) push_back(item);
  }
  template <std::size_t N>
  constexpr Few(const std::array<T, N>& items) {  // NOLINT(google-explicit-constructor): a list is a list
    for (const T& item : items) push_back(item);
  }
  constexpr void push_back(const T& item) {
    if (size_ == Capacity) throw std::length_error("a list of a row is full: raise its capacity in row.h");
    items_[size_++] = item;
  }
  constexpr const T* begin() const { return items_.data(); }
  constexpr const T* end() const { return items_.data() + size_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T& operator[](std::size_t i) const { return items_[i]; }
  constexpr bool contains(const T& item) const { return std::find(begin(), end(), item) != end(); }

 private:
  std::array<T, Capacity> items_{};
  std::size_t size_ = 0;
};

}  // namespace classay
