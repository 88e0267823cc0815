#include "harness/device/library/backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <deque>
#include <numeric>
#include <sstream>

#include "harness/device/driver_call.h"
#include "harness/device/library/array_calls.h"
#include "harness/device/library/symbols.h"
#include "harness/device/poison.h"
#include "harness/process/host.h"
#include "harness/process/watch.h"
#include "kernels/source.h"
#include "reference/cpu/processor_time.h"

namespace classay {
namespace {

using library::Found;
using library::NamedLibrary;

constexpr std::size_t kGuard = 256;  // bytes before an output

class LibraryProgram : public Program {
 public:
  explicit LibraryProgram(CFunction function) : function_(std::move(function)) {}
  const std::string& log() const override { return log_; }
  double build_seconds() const override { return 0; }
  const CFunction& function() const { return function_; }

 private:
  CFunction function_;
  std::string log_;
};

// Runs each launch in submit(), and keeps the results until wait().
class LibraryStream : public Stream {
 public:
  LibraryStream(std::shared_ptr<const NamedLibrary> library, CFunction function, std::size_t slots)
      : library_(std::move(library)), function_(std::move(function)), slots_(slots) {}

  std::size_t in_flight() const override { return done_.size(); }
  std::size_t slots() const override { return slots_; }

  void submit(const Launch& launch) override {
    Done done{.poison = launch.poison};
    for (const std::size_t bytes : launch.outputs) {
      done.bytes.push_back(kGuard + bytes);
      done.outputs.emplace_back((kGuard + bytes + 3) / 4, launch.poison);
    }
    // Processor time of this thread, so that the time does not depend on the load of the machine.
    const double start = processor_seconds(CLOCK_THREAD_CPUTIME_ID);
    call(launch, done);
    done.seconds = processor_seconds(CLOCK_THREAD_CPUTIME_ID) - start;
    done_.push_back(std::move(done));
  }

  Finished wait() override {
    last_ = std::move(done_.front());
    done_.pop_front();
    Finished finished{.wrote_beside = in_words(last_.stray), .device_seconds = last_.seconds};
    for (std::size_t c = 0; c < last_.outputs.size(); ++c) {
      const std::span<const std::byte> all = std::as_bytes(std::span(last_.outputs[c])).first(last_.bytes[c]);
      add_output(finished, all, kGuard, last_.poison);
    }
    return finished;
  }

 private:
  struct Done {
    std::vector<std::vector<std::uint32_t>> outputs;  // a guard, then the launch's output
    std::vector<std::size_t> bytes;                   // size of each output
    std::uint32_t poison = 0;
    library::Stray stray;
    double seconds = 0;
  };

  // For example, "behind its second result".
  static std::string in_words(const library::Stray& stray) {
    using Side = library::Stray::Side;
    if (stray.side == Side::none) return "";
    constexpr std::array<std::string_view, 3> kNumbers{"first", "second", "third"};
    const std::string_view where = stray.side == Side::before ? "before" : stray.side == Side::behind ? "behind" : "into";
    return fmt::format("{} its {} {}{}", where, kNumbers.at(stray.component),
                       stray.side == Side::into ? "argument" : "result",
                       stray.elements < 0 ? "" : fmt::format(" of {} elements", stray.elements));
  }

  // Makes inputs that are not sent: one argument with consecutive patterns.
  template <class Word>
  static void count_up(std::vector<Word>& patterns, std::uint64_t first, std::uint64_t count) {
    patterns.resize(count);
    std::iota(patterns.begin(), patterns.end(), static_cast<Word>(first));
  }
  const std::byte* made(std::uint64_t first, std::uint64_t count) {
    if (function_.type == Type::f32) {
      count_up(words_, first, count);
      return std::as_bytes(std::span(words_)).data();
    }
    count_up(longs_, first, count);
    return std::as_bytes(std::span(longs_)).data();
  }

  // Returns 4 for "ask_v4".
  static int width_of(const std::string& kernel) {
    int width = 0;
    const std::size_t at = kernel.rfind('v') + 1;
    std::from_chars(kernel.data() + at, kernel.data() + kernel.size(), width);
    return width;
  }

  void call(const Launch& launch, Done& done) {
    const int width = width_of(launch.kernel);
    const std::optional<Found> it = library_->found(function_, width);
    if (!it) throw DeviceError(Fault::refused, fmt::format("no {} of {} lanes", function_.name, width));
    library::Work work{.count = launch.scalars.at(1),
                       .shift = launch.scalars.at(2),
                       .is_sent = !launch.inputs.empty(),
                       .items = std::min(launch.items, sections(launch.scalars.at(1), width))};
    for (std::size_t a = 0; a < launch.inputs.size(); ++a) work.inputs[a] = launch.inputs[a].data();
    if (launch.inputs.empty()) work.inputs[0] = made(launch.scalars.at(0), work.count);
    for (std::size_t c = 0; c < done.outputs.size(); ++c) {
      work.outputs[c] = std::as_writable_bytes(std::span(done.outputs[c])).data() + kGuard;
    }
    ending::driver_is_at(reinterpret_cast<const void*>(it->symbol));
    const ending::Calling calling(it->name);
    done.stray = call_all(*it, work);
  }

  // Calls the function in the environment that loading the library set, as in a program that links it. Changes that the
  // function makes to the environment do not affect the next launch or the judge.
  library::Stray call_all(const Found& it, const library::Work& work) {
    library::Stray stray;
    const FloatEnvironment usual = library_->library().environment();
    const bool is_default = usual == default_float_environment();
    call_driver(it.name.c_str(), [&] {
      if (!is_default) set_float_environment(usual);
      if (it.takes_arrays()) {
        stray = arrays_.call(it, function_, work);
      } else if (it.loops == nullptr) {
        stray = library::call_scalars(it.symbol, function_.type, function_.form, work);
      } else {
        it.loops->call(it.symbol, function_.type, library::vector_arguments(function_.form), work);
      }
      const bool is_unchanged = float_environment() == usual;
      if (is_unchanged && !is_default) set_float_environment(default_float_environment());  // there was no change to note
    });
    return stray;
  }

  std::shared_ptr<const NamedLibrary> library_;
  CFunction function_;
  library::ArrayCalls arrays_;
  std::size_t slots_;
  std::vector<std::uint32_t> words_;
  std::vector<std::uint64_t> longs_;
  std::deque<Done> done_;
  Done last_;
};

Capabilities capabilities_of(const NamedLibrary& library) {
  Capabilities can{.features = {std::string(kFunctionsOfC)}, .shares_memory = true, .compute_units = 1};
  for (const Ability a : kAbilities) {
    if (a != Ability::f64) can.lacks[a] = "it is a library of C functions";
  }
  for (FloatSupport* const of : {&can.f32, &can.f64}) {
    *of = {.available = true, .denormals = true, .infinity_and_nan = true, .to_nearest = true, .fma = true};
  }
  can.global_memory = physical_memory();
  can.largest_allocation = can.global_memory / 4;
  for (const auto& [feature, symbol] : library.symbols()) can.features.push_back(feature);
  return can;
}

class LibraryDevice : public Device {
 public:
  explicit LibraryDevice(const std::string& address) : library_(std::make_shared<NamedLibrary>(address)) {
    description_ = {.identity = {.backend = "library",
                                 .address = std::string(kLibraryPrefix) + library_->name(),
                                 .platform = "C library",
                                 .name = library_->name(),
                                 .driver = library_->library().version(),
                                 .version = "C",
                                 .files = library_->library().files(),
                                 .symbols = library_->symbols()},
                    .capabilities = capabilities_of(*library_)};
  }

  const Description& description() const override { return description_; }

  // The declaration is on a line of its own.
  std::unique_ptr<Program> build(const Module& module) override {
    std::istringstream lines(module.source);
    for (std::string line; std::getline(lines, line);) {
      if (std::optional<CFunction> f = c_function_declared(line)) return std::make_unique<LibraryProgram>(std::move(*f));
    }
    throw DeviceError(Fault::build, "only functions of C can be tested in a library");
  }

  std::unique_ptr<Stream> stream(Program& program, std::size_t slots) override {
    const CFunction& f = dynamic_cast<LibraryProgram&>(program).function();
    return std::make_unique<LibraryStream>(library_, f, slots);
  }

 private:
  std::shared_ptr<const NamedLibrary> library_;
  Description description_;
};

class LibraryBackend : public Backend {
 public:
  // Any library may be a device, so none can be listed.
  std::vector<Description> devices() override {
    throw DeviceError(Fault::unusable, "name the library: lib:libm.so.6, or a path such as lib:./libmine.so");
  }
  std::unique_ptr<Device> open(const std::string& address) override { return std::make_unique<LibraryDevice>(address); }
};

}  // namespace

std::unique_ptr<Backend> library_backend() { return std::make_unique<LibraryBackend>(); }

}  // namespace classay
