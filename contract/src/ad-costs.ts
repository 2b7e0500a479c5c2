import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';

/** Entries of one call, of one answer, and of one bot. */
export const maxAdCostItems = 1_000;
export const adCostsOfPage = 500;
export const maxAdCosts = 200_000;
/** Characters of a CSV file: some 2,000 lines. */
export const largestAdCostFile = 60_000;

/** Whether a text is a day of the calendar, from 2000 to 2100. */
export function isAdCostDay(day: string): boolean {
  const start = Date.parse(`${day}T00:00:00Z`);
  return /^2[01]\d\d-\d\d-\d\d$/.test(day) && day < '2101' && new Date(start || 0).toISOString().startsWith(day);
}

/** Sums of all entries of a bot stay exact numbers. */
export const largestAdCost = 10_000_000_000;

const key = {
  /** Local day, `YYYY-MM-DD`. */
  day: z.string().check(z.refine(isAdCostDay)),
  /** As launches have it. */
  source: z.string().check(z.trim(), z.minLength(1), z.maxLength(256)),
  /** ISO 4217, or XTR. */
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
};
export const AdCostKey = z.strictObject(key);
export type AdCostKey = z.output<typeof AdCostKey>;

/** Cost of advertising of a source on a day; one for each currency. */
export const AdCost = z.strictObject({
  ...key,
  /** In the currency's smallest unit. */
  amount: z.number().check(z.int(), z.gte(0), z.lte(largestAdCost)),
});
export type AdCost = z.output<typeof AdCost>;

/** Fields of a CSV file, whose columns may have any order. */
export const adCostFields = ['day', 'source', 'amount', 'currency'] as const;
export type AdCostField = (typeof adCostFields)[number];
/**
 * Why a field of a line cannot be read. `ambiguous`: a day such as 03/04/2026, or an amount such as 1.234, which is one
 * thing or another by country; `repeated`: the line before said something else about the same day, source and currency.
 */
export const adCostProblems = ['missing', 'invalid', 'ambiguous', 'too_large', 'repeated'] as const;
export const AdCostProblem = z.object({
  /** Counted from 1, the header included. */
  line: z.number(),
  field: z.enum(adCostFields),
  problem: z.enum(adCostProblems),
  /** Content of the field, cut. */
  text: z.string(),
});
export type AdCostProblem = z.output<typeof AdCostProblem>;

const day = z.optional(z.string().check(z.refine(isAdCostDay)));

export const adCostEndpoints = {
  /** The newest day first, 500 at a time. */
  listAdCosts: endpoint({
    method: 'GET',
    path: '/bots/{key}/ad-costs',
    access: 'report.sum_income',
    params: botPath,
    query: z.object({
      from: day,
      until: day,
      source: z.optional(z.string().check(z.maxLength(256))),
      offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(maxAdCosts)), 0),
    }),
    data: z.object({ items: z.array(AdCost), total: z.number() }),
  }),
  /** Replaces what is there of the same day, source and currency. */
  saveAdCosts: endpoint({
    method: 'POST',
    path: '/bots/{key}/ad-costs',
    access: 'settings.edit',
    params: botPath,
    body: z.object({ items: z.array(AdCost).check(z.minLength(1), z.maxLength(maxAdCostItems)) }),
    data: z.object({ saved: z.number() }),
  }),
  removeAdCosts: endpoint({
    method: 'POST',
    path: '/bots/{key}/ad-costs/remove',
    access: 'settings.edit',
    params: botPath,
    body: z.object({ items: z.array(AdCostKey).check(z.minLength(1), z.maxLength(maxAdCostItems)) }),
    data: z.object({ removed: z.number() }),
  }),
  /**
   * Reads a CSV file with a header. `currency` is that of lines without one. With a problem in any line nothing is saved; the
   * first hundred problems are listed. `dry_run` only reads.
   */
  importAdCosts: endpoint({
    method: 'POST',
    path: '/bots/{key}/ad-costs/import',
    access: 'settings.edit',
    params: botPath,
    body: z.object({
      text: z.string().check(z.minLength(1), z.maxLength(largestAdCostFile)),
      currency: z.optional(key.currency),
      dry_run: z._default(z.boolean(), false),
    }),
    data: z.object({ rows: z.number(), saved: z.number(), problems: z.array(AdCostProblem) }),
  }),
};

/** Columns of *UTM summary* about costs, which are as secret as the income. */
export const adCostColumns = ['payers', 'spend', 'cost_per_new', 'cost_per_payer', 'return_on_spend'] as const;
export const isAdCostColumn = (name: string): boolean => (adCostColumns as readonly string[]).includes(name);
