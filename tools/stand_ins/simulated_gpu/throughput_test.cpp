// Tests that a run on a fast GPU behind a bus waits for nothing but the bus, the cores of the host, or the GPU, whichever
// is slowest. The sweep and the OpenCL back end are those of the program; the driver and its clock are simulated, and the
// host's work has modelled times. One result stands for eight, so that launches of 2^22 results are computed fast.
//
// Possible faults: one launch at a time; a call that waits for a transfer; results read into memory that is not pinned; a
// buffer that is used while a transfer still reads it; a launch that is longer than the watchdog's limit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "harness/device/registry.h"
#include "harness/journal/task.h"
#include "harness/process/libraries.h"
#include "harness/worker/sweep/sweep.h"
#include "tools/stand_ins/simulated_gpu/host_time.h"

namespace classay::simulated_gpu {
namespace {

constexpr double kBusy = 0.95;

Timeline& timeline() {
  static void* const kDriver = libraries::load(SIMULATED_GPU, libraries::Binding::now).handle;
  return *reinterpret_cast<TimelineOf*>(libraries::function_in(kDriver, kTimeline))();
}

// Waits for each launch when it is submitted, as with one slot and a blocking read.
class BlockingStream : public Stream {
 public:
  explicit BlockingStream(std::unique_ptr<Stream> stream) : stream_(std::move(stream)) {}
  void submit(const Launch& launch) override {
    stream_->submit(launch);
    finished_.push_back(stream_->wait());
  }
  Finished wait() override {
    Finished first = std::move(finished_.front());
    finished_.erase(finished_.begin());
    return first;
  }
  std::size_t in_flight() const override { return finished_.size(); }
  std::size_t slots() const override { return stream_->slots(); }

 private:
  std::unique_ptr<Stream> stream_;
  std::vector<Finished> finished_;
};

class Gpu : public Device {
 public:
  explicit Gpu(bool blocks) : blocks_(blocks) {}
  const Description& description() const override { return device_->description(); }
  std::unique_ptr<Program> build(const Module& module) override { return device_->build(module); }
  std::unique_ptr<Stream> stream(Program& program, std::size_t slots) override {
    std::unique_ptr<Stream> stream = device_->stream(program, slots);
    return blocks_ ? std::make_unique<BlockingStream>(std::move(stream)) : std::move(stream);
  }
  bool reduces() const override { return true; }
  double host_clock() const override { return timeline().now; }

 private:
  bool blocks_;
  std::unique_ptr<Device> device_ = opencl_backend()->open("0:0");
};

struct Setting {
  Figures gpu{};
  HostFigures host{};
  std::vector<int> widths{1};
  UseOfDigests digests = UseOfDigests::never;
  bool blocks = false;
  double scale = 8;          // one result stands for this many
  std::uint64_t parts = 32;  // all floats in so many parts; one of them runs
};

struct Shares {
  double bus = 0;
  double cores = 0;
  double kernels = 0;
  double ns_per_result = 0;
};

class ThroughputTest : public testing::Test {
 protected:
  ThroughputTest() { ::setenv("CLASSAY_OPENCL", SIMULATED_GPU, 1); }  // NOLINT(concurrency-mt-unsafe): before any thread

  Shares run(const Setting& setting) {
    Timeline& t = timeline() = {.figures = scaled(setting.gpu, setting.scale)};
    Gpu gpu(setting.blocks);
    HostTime host(t, scaled(setting.host, setting.scale));
    const Task task{.unit = {.row = find("fabs"), .format = Type::f32, .widths = setting.widths},
                    .shard = {.index = setting.parts / 2, .of = setting.parts},
                    .compare_on_device = setting.digests,
                    .state = nullptr};
    const Plan plan = Plan::of_all(*task.unit.row, task.unit.format);
    SweepEvents events;
    events.host = [&](HostStep step, std::uint64_t results) { host.step(step, results); };
    Sweep sweep(gpu, task, plan, 2, std::move(events));
    ledger_ = sweep.run();
    EXPECT_EQ(t.hazards, 0U);
    for (const WidthRecord& w : ledger_.widths) EXPECT_EQ(w.tally.failed(), 0U);
    const auto launched = static_cast<double>((ledger_.end - ledger_.first) * setting.widths.size());
    const Shares s{.bus = t.share(Engine::to_host),
                   .cores = host.share(),
                   .kernels = t.share(Engine::kernels),
                   .ns_per_result = t.now * 1e9 / (launched * setting.scale)};
    std::cout << fmt::format("busy: bus {:.1f} %, cores {:.1f} %, kernels {:.1f} %; {:.3f} ns per result\n", 100 * s.bus,
                             100 * s.cores, 100 * s.kernels, s.ns_per_result);
    return s;
  }

  static Figures scaled(Figures f, double scale) {
    for (double* const rate :
         {&f.results_per_second, &f.bytes_per_second, &f.pageable_bytes_per_second, &f.memory_bytes_per_second}) {
      *rate /= scale;
    }
    f.largest_allocation = (std::uint64_t{1} << 29) / static_cast<std::uint64_t>(scale);
    return f;
  }
  static HostFigures scaled(HostFigures f, double scale) {
    for (double* const time : {&f.thread, &f.copy, &f.compare, &f.judge}) *time *= scale;
    return f;
  }

  Ledger ledger_;
};

const HostFigures kManyCores{.cores = 64};
const HostFigures kFewCores{.cores = 2};
const std::vector<int> kWidths{1, 2, 4, 8, 16};

TEST_F(ThroughputTest, WithManyCoresTheBusIsTheLimit) {
  constexpr double kNsOfBus = 4e9 / 25e9;  // 4 bytes per result
  for (const std::vector<int>& widths : {std::vector{1}, kWidths}) {
    const Shares shares = run({.host = kManyCores, .widths = widths});
    EXPECT_GE(shares.bus, kBusy);
    EXPECT_LT(shares.ns_per_result, kNsOfBus / kBusy);
  }
}

TEST_F(ThroughputTest, WithFewCoresTheCoresAreTheLimit) {
  EXPECT_GE(run({.host = kFewCores}).cores, kBusy);
  EXPECT_GE(run({.host = kFewCores, .widths = kWidths}).cores, kBusy);
}

TEST_F(ThroughputTest, OnASlowGpuItsKernelsAreTheLimit) {
  EXPECT_GE(run({.gpu = {.results_per_second = 1e9}, .host = kManyCores}).kernels, kBusy);
}

TEST_F(ThroughputTest, OneLaunchAtATimeWaits) {
  const Shares one = run({.blocks = true});
  EXPECT_LT(one.bus, kBusy);
  EXPECT_LT(one.cores, kBusy);
}

// The share is that of the second half of a longer run, without its first and last launches. A launch in sixteen brings its
// results with its digest. If the host requested them after the digest, the share would be 0.93.
TEST_F(ThroughputTest, DigestsLeaveTheBusBusy) {
  Setting setting{.widths = kWidths, .digests = UseOfDigests::always, .scale = 1, .parts = 128};
  const Shares small = run(setting);
  const Timeline first = timeline();
  setting.parts /= 2;
  const Shares large = run(setting);
  const double share = (timeline().busy_of(Engine::to_host) - first.busy_of(Engine::to_host)) / (timeline().now - first.now);
  std::cout << fmt::format("bus in the second half: {:.1f} %\n", 100 * share);
  EXPECT_GE(share, kBusy);
  EXPECT_LT(large.ns_per_result, small.ns_per_result);
  setting.digests = UseOfDigests::never;
  EXPECT_LT(large.ns_per_result * 2, run(setting).ns_per_result);
}

// The choice is in the counts of the ledger, and changes nothing else.
TEST_F(ThroughputTest, DigestsAreChosenWhereTheySaveTime) {
  const auto chosen = [&](const Figures& gpu) {
    run({.gpu = gpu, .widths = {1, 4}, .digests = UseOfDigests::automatic});
    return ledger_.widths.back().by_digest > 0;
  };
  constexpr double kSlowBus = 2e9;
  EXPECT_TRUE(chosen({.bytes_per_second = kSlowBus}));
  const Ledger with = ledger_;
  EXPECT_EQ(with.widths.front().by_digest, 0U);
  EXPECT_GT(with.widths.back().digests_checked, 0U);
  EXPECT_FALSE(chosen({.bytes_per_second = kSlowBus, .memory_bytes_per_second = 1e9})) << "digests are slow";
  EXPECT_TRUE(ledger_.kernels.contains("digest"));
  for (std::size_t i = 0; i < with.widths.size(); ++i) {
    EXPECT_EQ(with.widths[i].tally, ledger_.widths[i].tally);
    EXPECT_EQ(with.widths[i].answers, ledger_.widths[i].answers);
    EXPECT_EQ(with.widths[i].bitwise_equal, ledger_.widths[i].bitwise_equal);
  }
  EXPECT_FALSE(chosen({})) << "the bus is fast";
  EXPECT_FALSE(ledger_.kernels.contains("digest")) << "nothing is built if nothing can be saved";
}

// Without pieces a launch takes 0.52 s.
TEST_F(ThroughputTest, LaunchesAreShorterThanTheWatchdogsLimit) {
  constexpr double kWatchdog = 0.4;
  constexpr std::uint64_t kParts = 1024;
  run({.gpu = {.results_per_second = 1e6, .watchdog_seconds = kWatchdog}, .scale = 1, .parts = kParts});
  EXPECT_LT(timeline().longest_kernel, kWatchdog);
  const Ledger split = ledger_;
  run({.scale = 1, .parts = kParts});
  EXPECT_EQ(split.widths.front().tally, ledger_.widths.front().tally);
  EXPECT_EQ(split.widths.front().answers, ledger_.widths.front().answers);
}

TEST_F(ThroughputTest, InputsAreSentWhileKernelsRun) {
  Timeline& t = timeline() = {};
  const std::unique_ptr<Device> device = opencl_backend()->open("0:0");
  const std::unique_ptr<Program> program = device->build({});
  const std::unique_ptr<Stream> stream = device->stream(*program, 3);
  const std::vector<std::byte> inputs(std::size_t{1} << 20);  // 0.17 ms on the bus
  for (int launch = 0; launch < 50; ++launch) {
    if (stream->in_flight() == 2) stream->wait();
    stream->submit({.kernel = "idle", .items = 500'000'000, .outputs = {64}, .inputs = {inputs}});  // 1 ms
  }
  while (stream->in_flight() > 0) stream->wait();
  EXPECT_GE(t.share(Engine::kernels), kBusy);
}

}  // namespace
}  // namespace classay::simulated_gpu
