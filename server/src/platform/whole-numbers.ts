/** A regular expression of PostgreSQL: one of these numbers, not as a part of a longer number or word. */
export const numbersPattern = (numbers: readonly number[]): string => `\\m(${numbers.join('|')})\\M`;

const everyNumber = /(?<!\w)\d+(?!\w)/g;

/** Replaces numbers in a text, of the same kind. `replacement` is undefined for one that stays. */
export const replaceNumbers = (text: string, replacement: (number: number) => string | undefined): string =>
  text.replace(everyNumber, (digits) => replacement(Number(digits)) ?? digits);
