/** A seeded source of chance: the same seed gives the same sequence on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Picks by weight; the weights need not add up to one. */
  weighted<T>(items: readonly (readonly [T, number])[]): T;
  /** Exponential waiting time with this mean. */
  waiting(mean: number): number;
  /** Decimal digits, the first of them not zero: the shape of Telegram's query ids. */
  digits(count: number): string;
  /** Letters and digits of base64url: the shape of Telegram's file ids. */
  token(length: number): string;
}

const tokenLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Makes the source of chance for a seed (mulberry32: 32 bits of state, enough for traffic, useless for secrets). */
export function createRandom(seed: number | string): Random {
  let state = hashSeed(seed);

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  function itemAt<T>(items: readonly T[], index: number): T {
    if (items.length === 0) throw new Error('nothing to pick from');
    return items[index] as T;
  }

  const drawBetween = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));

  return {
    next,
    between: drawBetween,
    chance: (probability) => next() < probability,
    pick: (items) => itemAt(items, Math.floor(next() * items.length)),
    weighted(items) {
      let remainder = next() * sumWeights(items);
      for (const [item, weight] of items) {
        remainder -= weight;
        if (remainder < 0) return item;
      }
      return itemAt(items, items.length - 1)[0];
    },
    waiting: (mean) => -Math.log(1 - next()) * mean,
    digits(count) {
      let text = String(drawBetween(1, 9));
      while (text.length < count) text += String(drawBetween(1_000_000, 1_999_999)).slice(1);
      return text.slice(0, count);
    },
    token(length) {
      let text = '';
      while (text.length < length) text += tokenLetters[Math.floor(next() * 64)];
      return text;
    },
  };
}

/** Tables of weights are constants, and adding them up again took a third of a population's time. */
const totals = new WeakMap<object, number>();

function sumWeights(items: readonly (readonly [unknown, number])[]): number {
  const cachedTotal = totals.get(items);
  if (cachedTotal !== undefined) return cachedTotal;
  const total = items.reduce((sum, [, weight]) => sum + weight, 0);
  totals.set(items, total);
  return total;
}

/** A stable 32-bit number for a text or number (FNV-1a). */
export function hashSeed(seed: number | string): number {
  let hash = 0x811c9dc5;
  for (const letter of String(seed)) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
