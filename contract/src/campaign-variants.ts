import * as z from 'zod/mini';
import { outcomeDays } from './campaign-outcomes.ts';
import { CampaignMessage } from './campaigns.ts';

/** Variants of a message in the order in which they are written; A is the message of the campaign itself. */
export const variantNames = ['A', 'B', 'C', 'D'] as const;
export type VariantName = (typeof variantNames)[number];
export const VariantText = z.enum(variantNames);
/** Languages that a message may have besides the default: with four variants 64 messages, which tracked links can name. */
export const maxLanguages = 15;
/** Below it nothing is said about the difference between two groups. */
export const fewestCompared = 100;

/** As Telegram gives it, in lower case: `ru`, `pt-br`. */
export const LanguageCode = z.string().check(z.regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})?$/));

/** A message for users of one language. */
export const LanguageVersion = z.object({ code: LanguageCode, message: CampaignMessage });
export type LanguageVersion = z.output<typeof LanguageVersion>;

const languages = z._default(z.array(LanguageVersion).check(z.maxLength(maxLanguages)), []);
const percent = (limit: number) => z.int().check(z.gte(1), z.lte(limit));

/** Measure for the winner of a test: the highest rate of the users reached; for `left` the lowest. */
export const WinnerRule = z.discriminatedUnion('by', [
  z.object({ by: z.literal('target'), target_id: z.int().check(z.gte(1)) }),
  z.object({ by: z.enum(['pressed', 'replied', 'left']) }),
]);
export type WinnerRule = z.output<typeof WinnerRule>;

/** Versions of a campaign's message, and who gets none. See docs/metrics.md, "Variants of a message". */
export const CampaignVariants = z.object({
  /** Language versions of the message itself, which is variant A and their default. */
  languages,
  /** B, C and D. Shares are percent; A has the rest up to 100. */
  others: z._default(
    z
      .array(z.object({ share: percent(99), message: CampaignMessage, languages }))
      .check(z.maxLength(variantNames.length - 1)),
    [],
  ),
  /** Only `share` percent of the recipients get a variant at first; the winner goes to the rest. Null: everyone is split. */
  test: z._default(
    z.nullable(z.object({ share: percent(99), hours: z.int().check(z.gte(1), z.lte(168)), winner: WinnerRule })),
    null,
  ),
  /** Percent of the audience that gets nothing, for comparison. */
  hold_out: z._default(z.nullable(percent(50)), null),
});
export type CampaignVariants = z.output<typeof CampaignVariants>;

/** One of the messages of a campaign. `language`: '' is the default. */
export const CampaignVersion = z.object({ variant: VariantText, language: z.string() });
export type CampaignVersion = z.output<typeof CampaignVersion>;

/** Basis of a decision: for each variant, the users it reached and those who count for it. */
export const VariantScore = z.object({ variant: VariantText, delivered: z.number(), users: z.number() });
export type VariantScore = z.output<typeof VariantScore>;

/** Progress of a test: it is being sent, it waits, or the winner is known. */
export const CampaignTest = z.object({
  /** When the winner is decided; null while the test is being sent. */
  decide_at: z.nullable(z.string()),
  winner: z.nullable(VariantText),
  /** Null before the decision. `scores` is empty where a colleague has chosen. */
  decision: z.nullable(z.object({ by: z.enum(['rule', 'owner']), at: z.string(), scores: z.array(VariantScore) })),
});
export type CampaignTest = z.output<typeof CampaignTest>;

const days = z.union(outcomeDays.map((each) => z.literal(each)));
const target = z.object({ target_id: z.number(), name: z.string(), users: z.number() });

/** Actions of recipients of one version within some days of their own delivery. Null for those who may not see it. */
export const VersionResults = z.object({
  delivered: z.number(),
  not_delivered: z.number(),
  pressed: z.number(),
  replied: z.number(),
  left: z.number(),
  payers: z.nullable(z.number()),
  /** Every target of the bot, in its own order. */
  targets: z.nullable(z.array(target)),
});
export type VersionResults = z.output<typeof VersionResults>;

/** By variant and by language (of all variants), each with at least one recipient who had their turn. */
export const VariantResults = z.object({
  days,
  variants: z.array(z.extend(VersionResults, { variant: VariantText })),
  languages: z.array(z.extend(VersionResults, { language: z.string() })),
});
export type VariantResults = z.output<typeof VariantResults>;

/**
 * Users of each group, and the difference of the two shares (0.01 is one percentage point) with its 95 % interval; null
 * where a group has fewer than 100 users: too few for a conclusion.
 */
export const SharesCompared = z.object({
  sent: z.number(),
  control: z.number(),
  difference: z.number(),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
});
export type SharesCompared = z.output<typeof SharesCompared>;

/** Users whose turn has come, and the control group, over the same days from the first delivery on. */
export const HoldOutResults = z.object({
  days,
  /** Null: nothing was delivered yet. */
  from: z.nullable(z.string()),
  /** The days are not over yet. */
  is_running: z.boolean(),
  sent: z.number(),
  control: z.number(),
  /** Users who paid; null for those who may not see income. `amount` is in the smallest unit, less refunds. */
  income: z.nullable(
    z.object({
      payers: SharesCompared,
      currencies: z.array(z.object({ currency: z.string(), sent_amount: z.number(), control_amount: z.number() })),
    }),
  ),
  targets: z.nullable(z.array(z.object({ target_id: z.number(), name: z.string(), users: SharesCompared }))),
});
export type HoldOutResults = z.output<typeof HoldOutResults>;
