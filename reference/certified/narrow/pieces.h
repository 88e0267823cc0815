// The pieces that are made of blocks, or repeat, or follow a rule.
#pragma once

#include <memory>
#include <vector>

#include "reference/certified/narrow/piece.h"
#include "reference/certified/narrow/planner.h"

namespace classay::certified {

// One value for all of them.
Known all_one(double value, std::span<double> values, double epsilon, bool same_gap = false);

// Blocks, one after the other.
class BlockPiece : public Piece {
 public:
  explicit BlockPiece(std::vector<Block> blocks) : blocks_(std::move(blocks)) {}
  Known at(std::size_t index, std::span<double> values) const override;
  std::span<const Block> blocks() const { return blocks_; }

 private:
  std::vector<Block> blocks_;
};

// One block that does not end, in the variable x.
class AroundZeroPiece : public Piece {
 public:
  AroundZeroPiece(const Block& block, const Grid& grid) : block_(block), grid_(grid) {}
  Known at(std::size_t index, std::span<double> values) const override;

 private:
  const Block& block_;
  Grid grid_;
};

// The values of one period, and again.
class PeriodicPiece : public Piece {
 public:
  PeriodicPiece(const Planner& planner, const Grid& grid, std::size_t period);
  Known at(std::size_t index, std::span<double> values) const override;

 private:
  std::size_t period_;
  std::unique_ptr<BlockPiece> blocks_;  // of a long period
  std::vector<double> values_;          // of a short one
  double epsilon_ = 0;
};

// tgamma for x <= -64: |f| < 2^-172 with the sign of floor(x) even, and no number at the integers.
class NegativeGammaPiece : public Piece {
 public:
  explicit NegativeGammaPiece(const Grid& grid) : grid_(grid) {}
  Known at(std::size_t index, std::span<double> values) const override;

 private:
  Grid grid_;
};

// lgamma for x <= -16: a smooth part by blocks, and log |sin pi x|, which repeats, as an array.
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
