/** Activity by local hour, 0 to 23: quiet at night, a lunch peak, a higher evening. */
export const hourWeights: readonly number[] = [
  2, 1, 0.7, 0.5, 0.5, 0.8, 2, 4, 6, 7.5, 8, 8.5, 9.5, 9, 8, 7.5, 7.5, 8.5, 10, 11.5, 12, 11, 8, 4.5,
];

/** Arrivals by weekday, Sunday first as in `Date.getUTCDay`: a shop bot rests at the weekend. */
export const weekdayFactors: readonly number[] = [0.72, 1.02, 1.06, 1.08, 1.1, 1.12, 0.8];

/** Languages with weight and the usual distance from UTC in hours; an empty code: the app sends none. */
export const languages: readonly (readonly [{ code: string; utcOffset: number }, number])[] = [
  [{ code: 'ru', utcOffset: 3 }, 58],
  [{ code: 'ru', utcOffset: 5 }, 9],
  [{ code: 'en', utcOffset: 0 }, 6],
  [{ code: 'en-us', utcOffset: -5 }, 3],
  [{ code: 'pt-br', utcOffset: -3 }, 2],
  [{ code: 'uk', utcOffset: 2 }, 5],
  [{ code: 'uz', utcOffset: 5 }, 5],
  [{ code: 'kk', utcOffset: 5 }, 3],
  [{ code: 'be', utcOffset: 3 }, 2],
  [{ code: 'es', utcOffset: 1 }, 2],
  [{ code: 'de', utcOffset: 1 }, 2],
  [{ code: 'tr', utcOffset: 3 }, 2],
  [{ code: '', utcOffset: 3 }, 2],
];
