// Holds the slots of a stream. Each has the memory of one launch. Launches end in the order in which they began.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/process/watch.h"

namespace classay {

template <class Slot>
class SlotRing {
 public:
  explicit SlotRing(std::size_t slots) : slots_(slots) {}
  SlotRing(const SlotRing&) = delete;
  SlotRing& operator=(const SlotRing&) = delete;

  std::size_t size() const { return slots_.size(); }
  std::size_t in_flight() const { return in_flight_; }

  Slot& next() { return slots_[(first_ + in_flight_) % slots_.size()]; }  // precondition: in_flight() < size()
  void begin() {                                                          // the launch in next() is in flight
    ++in_flight_;
    ending::launches_in_flight(in_flight_);
  }
  Slot& oldest() { return slots_[first_]; }  // precondition: in_flight() > 0
  void end_oldest() {
    first_ = (first_ + 1) % slots_.size();
    --in_flight_;
    ending::launches_in_flight(in_flight_);
  }
  Slot& last_ended() { return slots_[(first_ + slots_.size() - 1) % slots_.size()]; }  // precondition: a launch has ended

  std::vector<Slot>& slots() { return slots_; }  // all, in no order
  void for_each_in_flight(auto f) {
    for (std::size_t i = 0; i < in_flight_; ++i) f(slots_[(first_ + i) % slots_.size()]);
  }

 private:
  std::vector<Slot> slots_;
  std::size_t first_ = 0;      // index of the oldest launch
  std::size_t in_flight_ = 0;  // launches
};

}  // namespace classay
