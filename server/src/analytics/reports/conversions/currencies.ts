/** Each has a line or column of its own, for money of two currencies cannot be added up. Nobody earns in more. */
const maxCurrencies = 30;

/** The currencies of some rows, those of the most conversions first; equals by their codes. */
export function rankCurrencies(rows: readonly { currency: string; conversions: number }[]): string[] {
  const counts = new Map<string, number>();
  for (const { currency, conversions } of rows) counts.set(currency, (counts.get(currency) ?? 0) + conversions);
  return [...counts]
    .sort(([a, count], [b, otherCount]) => otherCount - count || (a < b ? -1 : 1))
    .slice(0, maxCurrencies)
    .map(([currency]) => currency);
}
