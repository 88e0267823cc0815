// Holds what the parts of a sweep share: the device, the subject, the event handlers and the ledger.
#pragma once

#include <functional>
#include <string_view>

#include "harness/worker/sweep/asker.h"
#include "harness/worker/sweep/ledger.h"
#include "harness/worker/sweep/subject.h"

namespace classay {

// Steps of the host, for models of its time.
enum class HostStep : std::uint8_t {
  copy,     // copies the results of the first width
  judge,    // begins to judge them in the background
  compare,  // compares the results of another width with them
  judged,   // waits until they are judged
};

struct SweepEvents {
  std::function<void(int width)> launch;
  std::function<void(std::uint64_t done, std::uint64_t total, std::uint64_t failed)> progress;
  std::function<void(const Ledger&)> checkpoint;  // after every batch: the state to resume from
  std::function<void(std::string_view)> form;     // the call variant that runs next; empty: no further variants
  OnProgram program;
  std::function<void(HostStep, std::uint64_t results)> host{};
};

// Stores the hash of a program in the ledger, and reports the program.
OnProgram note_of_program(const SweepEvents& events, Ledger& ledger);

struct SweepContext {
  Device& device;
  const Subject& subject;
  const SweepEvents& events;
  Ledger& ledger;
  ProgramStore* store = nullptr;       // nullptr: programs are not kept
  const Digester* digester = nullptr;  // nullptr: all results are brought

  // Builds the programs of a stretch; the ledger gets the hash of each.
  Asker asker(const Stretch& stretch, CallForm form = CallForm::plain) const;
  // Records the build time, and why the program of all widths was not built, if it was not.
  void note_programs(const Asker& asker, std::string_view name) const;
  // Reports that a kernel is launched, and launches it.
  void launch(Asker& asker, const Batch& batch, std::size_t width_index, unsigned attempt = 0,
              const Digester* by = nullptr) const;
};

}  // namespace classay
