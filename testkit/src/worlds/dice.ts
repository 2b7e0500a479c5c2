/** Chance with a seed of its own: no generator that the product's demo uses, so that a fault there hides nothing here. */
export interface Dice {
  /** In [0, 1). */
  next(): number;
  /** Whole number, both ends included. */
  between(low: number, high: number): number;
  /** True with the probability `share`, 0 to 1. */
  chance(share: number): boolean;
  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T;
}

/** xorshift32. The same seed throws the same numbers on every machine. */
export function createDice(seed: number): Dice {
  let state = (seed * 2_654_435_761 + 1) >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4_294_967_296;
  };
  for (let warmUp = 0; warmUp < 8; warmUp += 1) next();
  const drawInteger = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between: drawInteger,
    chance: (share) => next() < share,
    pick(items) {
      const item = items[drawInteger(0, items.length - 1)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}
