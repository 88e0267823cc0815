// What the parts of a sweep share: the device, what it is asked, the ledger in which all is entered, and who is told.
#pragma once

#include <functional>
#include <string_view>

#include "harness/sweep/asker.h"
#include "harness/sweep/ledger.h"
#include "harness/sweep/subject.h"

namespace classay {

struct SweepEvents {
  std::function<void(int width)> launch;
  std::function<void(std::uint64_t done, std::uint64_t total, std::uint64_t failed)> progress;
  std::function<void(const Ledger&)> checkpoint;  // after every batch: the state to go on from
  std::function<void(std::string_view)> form;     // of the call that is asked next; empty: no more of them
  OnProgram program;
};

// Keeps the hash of a program, and tells of it.
OnProgram note_of_program(const SweepEvents& events, Ledger& ledger);

struct SweepContext {
  Device& device;
  const Subject& subject;
  const SweepEvents& events;
  Ledger& ledger;
  SharedProgram* shared = nullptr;     // by stretches; nullptr: none is
  const Digester* digester = nullptr;  // nullptr: all results are brought

  // Builds the programs of a stretch; the ledger has the hash of each.
  Asker asker(const Stretch& stretch, CallForm form = CallForm::plain) const;
  // Enters what building took, and why there is no program with all widths, if there is none.
  void note_programs(const Asker& asker, std::string_view name) const;
  // Tells that a kernel is launched, and launches it.
  void launch(Asker& asker, const Batch& batch, std::size_t width_index, unsigned attempt = 0,
              const Digester* by = nullptr) const;
};

}  // namespace classay
