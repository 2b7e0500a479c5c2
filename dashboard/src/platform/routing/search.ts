/** Parameters that every address may carry. Values stay text: a bot key of digits alone must not become a number. */
export interface CommonSearch {
  lang?: string;
  /** Key of the bot that the page speaks about: a shared link. */
  bot?: string;
  /** `1` switches the demo on. */
  demo?: string;
  /** Token of an invitation's link; it leaves the address at once. */
  invite_token?: string;
}

/** The address of the dashboard and of a report. */
export interface ReportSearch {
  /** A name of contract's periods.ts or `YYYY-MM-DD..YYYY-MM-DD`. */
  period?: string;
  /** `hour`, `day`, `week` or `month`: what the page's own choice writes. */
  detail?: string;
  /** Detail as the menu's links set it; `detail` wins. */
  details?: string;
  /** `previous`, `year` or `custom`. */
  compare?: string;
  /** The other period of a custom comparison, in the words of `period`. */
  compare_period?: string;
  /** Chosen lines, separated by commas. */
  lines?: string;
  /** `lines` or `stacked`. */
  view?: string;
  /** The filter language of the contract. */
  filter?: string;
  /** A dimension to break the report down by. */
  by?: string;
  /** An attribution model; the bot's own unless given. */
  model?: string;
  /** A launch parameter; the bot's source parameter unless given. */
  parameter?: string;
  /** Measure that `utm_charts` counts. */
  measure?: string;
  /** Column that a table is sorted by. */
  sort?: string;
  /** The number whose users are open. */
  users?: string;
}
export const reportSearchKeys = [
  'period',
  'detail',
  'details',
  'compare',
  'compare_period',
  'lines',
  'view',
  'filter',
  'by',
  'model',
  'parameter',
  'measure',
  'sort',
  'users',
] as const;

const travelling = ['period', 'detail', 'compare', 'compare_period', 'filter', 'model'] as const;
type Travelling = Partial<Record<(typeof travelling)[number], string>>;

/** Returns the parameters that links pass on to the next page of numbers, so that the choice is made once. */
export function carried(search: Readonly<Record<string, unknown>>): Travelling {
  const result: Travelling = {};
  for (const key of travelling) if (typeof search[key] === 'string') result[key] = search[key];
  return result;
}

/** The named values that are there; a missing one leaves no key behind, or it would hide a retained one. */
export function texts<Key extends string>(
  search: Record<string, unknown>,
  keys: readonly Key[],
): Partial<Record<Key, string>> {
  const result: Partial<Record<Key, string>> = {};
  for (const key of keys) {
    const value = search[key];
    if (typeof value === 'string') result[key] = value;
  }
  return result;
}

export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  // Filters and lists read better unescaped, and a query may hold all of these signs.
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
    .toString()
    .replace(/%(2C|3A|3B|21|7C)/g, decodeURIComponent);
  return query && `?${query}`;
}
