/** The users of a file: rising ids. */
export type AllUsers = Float64Array;

/** Rising ids with a value each, as the store gives them. */
interface FoundValues<Value> {
  ids: readonly number[];
  values: readonly Value[];
}

/**
 * Numbers of users, four bytes each: the few columns of a file with a million users take 4 MB each. A number is a count
 * below 2^32. Undefined for users without one, and for 0.
 */
export function columnOfNumbers(
  all: AllUsers,
  foundValues: FoundValues<number> | undefined,
): (id: number) => number | undefined {
  const column = new Uint32Array(all.length);
  forEachValue(all, foundValues, (index, value) => {
    column[index] = value;
  });
  return (id) => column[findIndex(all, id) ?? -1] || undefined;
}

/** Texts of users of which there are few different ones, such as countries: each is kept once. */
export function columnOfTexts(
  all: AllUsers,
  foundValues: FoundValues<string> | undefined,
): (id: number) => string | undefined {
  const texts: (string | undefined)[] = [undefined];
  const numbers = new Map<string, number>();
  const column = new Uint32Array(all.length);
  forEachValue(all, foundValues, (index, value) => {
    const number = numbers.get(value) ?? texts.push(value) - 1;
    numbers.set(value, number);
    column[index] = number;
  });
  return (id) => texts[column[findIndex(all, id) ?? -1] ?? 0];
}

/** Both lists rise, so one walk over them meets every value that is wanted. */
function forEachValue<Value>(
  all: AllUsers,
  { ids, values }: FoundValues<Value> = { ids: [], values: [] },
  take: (index: number, value: Value) => void,
): void {
  let position = 0;
  for (const [index, id] of all.entries()) {
    while (position < ids.length && (ids[position] ?? 0) < id) position += 1;
    const value = values[position];
    if (ids[position] === id && value !== undefined) take(index, value);
  }
}

/** Index of a number among rising ones; null if it is not there. */
function findIndex(rising: AllUsers, target: number): number | null {
  let [lowIndex, highIndex] = [0, rising.length - 1];
  while (lowIndex <= highIndex) {
    const middle = (lowIndex + highIndex) >> 1;
    const middleValue = rising[middle] ?? Number.NaN;
    if (middleValue === target) return middle;
    if (middleValue < target) lowIndex = middle + 1;
    else highIndex = middle - 1;
  }
  return null;
}
