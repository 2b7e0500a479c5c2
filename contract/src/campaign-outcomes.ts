import * as z from 'zod/mini';

/** For how many days after their own delivery recipients are followed. */
export const outcomeDays = [1, 3, 7, 14, 30] as const;
export type OutcomeDays = (typeof outcomeDays)[number];
export const defaultOutcomeDays: OutcomeDays = 7;

/** As addresses have it: one of `outcomeDays`. */
export const OutcomeDaysText = z.enum(outcomeDays.map(String) as `${OutcomeDays}`[]);

/**
 * Recipients who did something after their delivery: `replied`, `paid`, `paid:EUR` or `target:2` within the days; whatever
 * the days are, `left` within 12 hours or `left:1` in the first of the three stretches, `active` within 24 hours, and
 * `pressed` any button of the message or `pressed:0` the first one that has data, `opened` any tracked link or `opened:0`
 * the one with this number, `complained` within 30 days.
 */
export const OutcomeText = z
  .string()
  .check(
    z.regex(
      /^(replied|complained|left(:[123])?|active|pressed(:\d{1,2})?|opened(:\d{1,5})?|paid(:[A-Z]{3})?|target:[1-9]\d{0,8})$/,
    ),
  );

/** Actions of recipients within some days of their delivery: docs/metrics.md, "Campaign results". */
export const CampaignOutcomes = z.object({
  days: z.union(outcomeDays.map((days) => z.literal(days))),
  /** Recipients who got the message. */
  delivered: z.number(),
  /** Delivered recipients whose days are not over yet. */
  running: z.number(),
  /** Wrote a message. */
  replied: z.number(),
  /** Null for those who may not see income. */
  income: z.nullable(
    z.object({
      /** Recipients who paid in any currency. */
      payers: z.number(),
      /** By currency, those of the most payments first, at most 30. `amount` is in the smallest unit, less refunds. */
      currencies: z.array(
        z.object({ currency: z.string(), payers: z.number(), payments: z.number(), amount: z.number() }),
      ),
    }),
  ),
  /** Every target of the bot, in its own order: who reached it, and how often. Null for those who may not see conversions. */
  targets: z.nullable(
    z.array(z.object({ target_id: z.number(), name: z.string(), users: z.number(), conversions: z.number() })),
  ),
});
export type CampaignOutcomes = z.output<typeof CampaignOutcomes>;
