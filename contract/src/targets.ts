import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { updateKinds } from './event.ts';
import { botPath } from './ids.ts';
import { FilterText } from './reports.ts';

const word = z.string().check(z.trim(), z.minLength(1), z.maxLength(256));

/** Ways to compare a typed text. `pattern` is an RE2 expression: its time grows with the text, never faster. */
export const textMatches = ['exact', 'contains', 'pattern'] as const;

/** Event that makes a conversion. */
export const Trigger = z.discriminatedUnion('kind', [
  /** `/buy`, or an approved hidden command as typed. */
  z.object({ kind: z.literal('command'), name: word }),
  /** A button, by its whole data or by how the data begins. */
  z.object({ kind: z.literal('button'), data: word, match: z.enum(['exact', 'begins']) }),
  z.object({ kind: z.literal('text'), text: word, match: z.enum(textMatches) }),
  /** A launch: whose payload is this, or whose parameter has this value ('' = any). */
  z.object({ kind: z.literal('start'), payload: z.string().check(z.maxLength(512)) }),
  z.object({ kind: z.literal('start_param'), param: word, value: z.string().check(z.maxLength(512)) }),
  /** Any update of a kind. */
  z.object({ kind: z.literal('event'), event: z.enum(updateKinds) }),
  /** An event that a Mini App reports by name. */
  z.object({ kind: z.literal('webapp'), name: word }),
  /** Event of a recognized user on a website, by name. */
  z.object({ kind: z.literal('site_event'), name: word }),
  /** Only what is sent to `/v1/send-target`. */
  z.object({ kind: z.literal('api') }),
  /** Native Telegram purchases and their refunds; only the built-in target has it. */
  z.object({ kind: z.literal('purchase') }),
]);
export type Trigger = z.output<typeof Trigger>;

/** Value of a conversion: none, always the same, or from the event itself (payments, values sent by API). */
export const TargetValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  /** In the currency's smallest unit. */
  z.object({
    kind: z.literal('fixed'),
    amount: z.number().check(z.int(), z.gte(0), z.lte(1_000_000_000_000)),
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  }),
  z.object({ kind: z.literal('event') }),
]);
export type TargetValue = z.output<typeof TargetValue>;

export const TargetDraft = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  trigger: Trigger,
  value: TargetValue,
});
export type TargetDraft = z.output<typeof TargetDraft>;

/** Targets that every bot has: sales sent by API, and purchases inside Telegram. */
export const builtInTargets = { sale: 1, purchase: 2 } as const;

export const Target = z.extend(TargetDraft, {
  target_id: z.number(),
  built_in: z.boolean(),
  created_at: z.nullable(z.string()),
  /** Conversions of the last 30 days, and the last one. */
  count: z.number(),
  users: z.number(),
  last_at: z.nullable(z.string()),
});
export type Target = z.output<typeof Target>;

/** Conversions that a draft would have counted in the bot's last 7 days. */
export const TargetTest = z.object({
  count: z.number(),
  users: z.number(),
  /** `first_name` is '' for those who may not see the list of users. */
  examples: z.array(z.object({ at: z.string(), user_id: z.number(), first_name: z.string(), text: z.string() })),
});
export type TargetTest = z.output<typeof TargetTest>;

export const Conversion = z.object({
  at: z.string(),
  target_id: z.number(),
  user_id: z.number(),
  /** Names are '' for those who may not see the list of users. */
  first_name: z.string(),
  username: z.string(),
  /** Smallest unit; null where the conversion has no value. */
  amount: z.nullable(z.number()),
  currency: z.string(),
  /** The source that gets it under the asked model; '' = direct. */
  source: z.string(),
});
export type Conversion = z.output<typeof Conversion>;

const targetPath = z.extend(botPath, { target_id: z.string().check(z.regex(/^[0-9]{1,15}$/)) });

export const targetEndpoints = {
  listTargets: endpoint({
    method: 'GET',
    path: '/bots/{key}/targets',
    access: 'convers.view',
    heavy: true,
    params: botPath,
    data: z.array(Target),
  }),
  createTarget: endpoint({
    method: 'POST',
    path: '/bots/{key}/targets',
    access: 'convers.manage',
    heavy: true,
    params: botPath,
    body: TargetDraft,
    data: Target,
  }),
  updateTarget: endpoint({
    method: 'POST',
    path: '/bots/{key}/targets/{target_id}',
    access: 'convers.manage',
    heavy: true,
    params: targetPath,
    body: TargetDraft,
    data: Target,
  }),
  /** Takes it out of all lists and reports; what was sent for it stays stored. */
  removeTarget: endpoint({
    method: 'DELETE',
    path: '/bots/{key}/targets/{target_id}',
    access: 'convers.manage',
    params: targetPath,
    data: z.object({ removed: z.literal(true) }),
  }),
  /** Brings a removed one back, with everything that it counts. */
  restoreTarget: endpoint({
    method: 'POST',
    path: '/bots/{key}/targets/{target_id}/restore',
    access: 'convers.manage',
    heavy: true,
    params: targetPath,
    data: Target,
  }),
  testTarget: endpoint({
    method: 'POST',
    path: '/bots/{key}/target-test',
    access: 'convers.manage',
    heavy: true,
    params: botPath,
    body: z.object({ trigger: Trigger, value: TargetValue }),
    data: TargetTest,
  }),
  /** The newest first. */
  listConversions: endpoint({
    method: 'GET',
    path: '/bots/{key}/conversions',
    access: 'report.conversions_list',
    heavy: true,
    params: botPath,
    query: z.object({
      period: z._default(z.string(), '30d'),
      filter: z.optional(FilterText),
      model: z.optional(z.string()),
      target_id: z.optional(z.string()),
      offset: z.optional(z.string()),
      limit: z.optional(z.string()),
    }),
    data: z.object({
      total: z.number(),
      conversions: z.array(Conversion),
      /** Names of the targets by id. */
      labels: z.record(z.string(), z.string()),
    }),
  }),
};

/** The conversions of a period as a CSV file; the questions of `listConversions`. */
export const conversionsCsvPath = (key: string): string => `/api/bots/${key}/conversions.csv`;
