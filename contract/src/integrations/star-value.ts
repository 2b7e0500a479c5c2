import * as z from 'zod/mini';

/** Value of a Telegram Star, for providers that only take currencies of ISO 4217. 0: none, so payments in Stars have no value. */
export const starValueSettings = {
  star_value: z._default(
    z.number().check(
      z.gte(0),
      z.lte(1_000),
      z.refine((value) => value === 0 || value >= 0.000_1),
    ),
    0,
  ),
  star_currency: z._default(
    z.string().check(
      z.trim(),
      z.regex(/^[A-Z]{3}$/),
      z.refine((currency) => currency !== 'XTR'),
    ),
    'USD',
  ),
};

/** Fields of `starValueSettings`. */
export const starValueFields = [
  { key: 'star_value', input: 'number', placeholder: '0.013' },
  { key: 'star_currency', input: 'text', placeholder: 'USD' },
] as const;
