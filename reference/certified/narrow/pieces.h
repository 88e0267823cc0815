// Provides pieces that consist of blocks, repeat, or follow a rule.
#pragma once

#include <memory>
#include <vector>

#include "reference/certified/narrow/piece.h"
#include "reference/certified/narrow/planner.h"

namespace classay::certified {

// Returns one value for all inputs.
Known all_one(double value, std::span<double> values, double epsilon, bool same_gap = false);

// A sequence of blocks.
class BlockPiece : public Piece {
 public:
  explicit BlockPiece(std::vector<Block> blocks) : blocks_(std::move(blocks)) {}
  Known at(std::size_t index, std::span<double> values) const override;
  std::span<const Block> blocks() const { return blocks_; }

 private:
  std::vector<Block> blocks_;
};

// One unbounded block in the variable x.
class AroundZeroPiece : public Piece {
 public:
  AroundZeroPiece(const Block& block, const Grid& grid) : block_(block), grid_(grid) {}
  Known at(std::size_t index, std::span<double> values) const override;

 private:
  const Block& block_;
  Grid grid_;
};

// Repeats the values of one period.
class PeriodicPiece : public Piece {
 public:
  PeriodicPiece(const Planner& planner, const Grid& grid, std::size_t period);
  Known at(std::size_t index, std::span<double> values) const override;

 private:
  std::size_t period_;
  std::unique_ptr<BlockPiece> blocks_;  // for a long period
  std::vector<double> values_;          // for a short period
  double epsilon_ = 0;
};

// tgamma for x <= -64: |f| < 2^-172, positive where floor(x) is even, and NaN at integers.
class NegativeGammaPiece : public Piece {
 public:
  explicit NegativeGammaPiece(const Grid& grid) : grid_(grid) {}
  Known at(std::size_t index, std::span<double> values) const override;

 private:
  Grid grid_;
};

// lgamma for x <= -16: a smooth part in blocks, and log |sin pi x| as an array that repeats.
class NegativeLogGammaPiece : public Piece {
 public:
  NegativeLogGammaPiece(const Grid& grid, const Aim& aim);
  Known at(std::size_t index, std::span<double> values) const override;

 private:
  std::vector<double> log_sine_;
  std::unique_ptr<BlockPiece> smooth_;
  double epsilon_ = 0;
};

}  // namespace classay::certified
