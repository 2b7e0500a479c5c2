/** The users of a file: rising ids. */
export type AllUsers = Float64Array;

/** Rising ids with a value each, as the store gives them. */
interface FoundValues<Value> {
  ids: readonly number[];
  values: readonly Value[];
}

/**
 * Numbers of users, four bytes each, whatever the store knows of others: a file of a million users has few columns of
 * 4 MB in memory. A number is a count, below 2^32. Undefined for users without one, and for 0.
 */
export function columnOfNumbers(
  all: AllUsers,
  found: FoundValues<number> | undefined,
): (id: number) => number | undefined {
  const column = new Uint32Array(all.length);
  eachOf(all, found, (index, value) => {
    column[index] = value;
  });
  return (id) => column[indexOf(all, id) ?? -1] || undefined;
}

/** Texts of users of which there are few different ones, such as countries: each is kept once. */
export function columnOfTexts(
  all: AllUsers,
  found: FoundValues<string> | undefined,
): (id: number) => string | undefined {
  const texts: (string | undefined)[] = [undefined];
  const numbers = new Map<string, number>();
  const column = new Uint32Array(all.length);
  eachOf(all, found, (index, value) => {
    const number = numbers.get(value) ?? texts.push(value) - 1;
    numbers.set(value, number);
    column[index] = number;
  });
  return (id) => texts[column[indexOf(all, id) ?? -1] ?? 0];
}

/** Both lists rise, so one walk over them meets every value that is wanted. */
function eachOf<Value>(
  all: AllUsers,
  { ids, values }: FoundValues<Value> = { ids: [], values: [] },
  take: (index: number, value: Value) => void,
): void {
  let at = 0;
  for (const [index, id] of all.entries()) {
    while (at < ids.length && (ids[at] ?? 0) < id) at += 1;
    const value = values[at];
    if (ids[at] === id && value !== undefined) take(index, value);
  }
}

/** Index of a number among rising ones; null if it is not there. */
function indexOf(rising: AllUsers, wanted: number): number | null {
  let [low, high] = [0, rising.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = rising[middle] ?? Number.NaN;
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}
