const dayMs = 86_400_000;

/** Calendar days of a time zone. */
export function daysIn(timeZone: string) {
  // Swedish dates are ISO dates.
  const format = new Intl.DateTimeFormat('sv', { timeZone });
  const dayOf = (moment: string | number): string => format.format(new Date(moment));
  return {
    dayOf,
    /** Null for what is no date. */
    startOf(day: string): number | null {
      const noon = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T12:00:00Z`) : Number.NaN;
      if (Number.isNaN(noon)) return null;
      // The first moment of the day lies within a day and a half before UTC's noon; halving finds it.
      let [before, after] = [noon - 1.5 * dayMs, noon + dayMs / 2];
      while (after - before > 1) {
        const middle = Math.floor((before + after) / 2);
        if (dayOf(middle) < day) before = middle;
        else after = middle;
      }
      return after;
    },
  };
}
