import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { BotKey, botPath } from './ids.ts';
import { IntegrationEventTypeWord } from './integration-event.ts';
import { providerIds } from './integrations/providers.ts';
import { RulesText } from './segment-rules.ts';

/** Integrations of a bot. */
export const maxIntegrations = 50;
/** Days for which a delivery, its request and its answer are kept, and within which it can be repeated. */
export const deliveryDays = 30;
export const requestBinSize = 50;

/** `stopped`: by the product, after a failure that will not end by itself. */
export const integrationStatuses = ['on', 'paused', 'stopped'] as const;
/**
 * State of an event for an integration. `unknown`: it was sent, no answer came, and the provider would count a
 * second one; so it is repeated only by hand.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'unknown'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * Why something was not delivered, or has to wait. Words of ours: the dashboard says for each what to do. `detail` beside
 * it has what the provider said.
 */
export const deliveryProblems = [
  /** The address has no name server entry, refuses, resets, takes too long, has a bad certificate, or is private. */
  ...['dns', 'refused', 'reset', 'timeout', 'tls', 'private', 'other'],
  /** The provider does not accept the secret; it says that the owner may not do this; the target does not exist. */
  ...['unauthorized', 'forbidden', 'not_found', 'gone'],
  /** Too many requests; the provider is broken or busy; a quota is used up. */
  ...['throttled', 'unavailable', 'quota'],
  /** The provider refuses this event; it is too old for the provider; it is too large. */
  ...['rejected', 'too_old', 'too_large', 'no_name', 'no_user'],
  /** Tried for as long as the plan says; skipped by the owner; the delivery ended without an answer. */
  ...['gave_up', 'skipped', 'interrupted'],
  /** The settings do not fit the provider any more. */
  'misconfigured',
] as const;
export const DeliveryProblem = z.enum(deliveryProblems as readonly [string, ...string[]]);

const IntegrationKey = z.string().check(z.regex(/^[0-9a-f]{16}$/));
const path = z.extend(botPath, { integration_key: IntegrationKey });

/** Which events are sent. */
export const IntegrationSelection = z.strictObject({
  types: z.array(IntegrationEventTypeWord).check(z.minLength(1), z.maxLength(100)),
  /** Of `conversion.reached`: only these targets; none = all. */
  targets: z._default(z.array(z.number().check(z.int(), z.gte(0))).check(z.maxLength(100)), []),
  /** Of commands, buttons, and events of pages: only these names; none = all. */
  names: z._default(z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(256))).check(z.maxLength(100)), []),
  /** Only events of users whom these rules of a segment select, as text; '' = all. Events of nobody are sent. */
  rules: z._default(RulesText, ''),
  /** Only amounts of at least this many of the smallest unit, where an event has one. */
  min_amount: z._default(z.number().check(z.int(), z.gte(0), z.lte(1_000_000_000_000)), 0),
  /** Names at the provider, by type, or by `conversion.reached:<target>`. */
  provider_names: z._default(z.record(z.string(), z.string().check(z.trim(), z.maxLength(100))), {}),
});
export type IntegrationSelection = z.output<typeof IntegrationSelection>;

/** Data about users that leave the product. */
export const IntegrationPrivacy = z.strictObject({
  /** Telegram's IDs or hashes of them. */
  user_ids: z.enum(['plain', 'hashed']),
  /** First and last name, and @username. */
  names: z._default(z.boolean(), false),
  /** Typed texts, data of buttons, values of fields, payloads of launches and invoices. */
  texts: z._default(z.boolean(), false),
});
export type IntegrationPrivacy = z.output<typeof IntegrationPrivacy>;

const Values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

export const IntegrationDraft = z.strictObject({
  provider: z.enum(providerIds),
  name: Name,
  /** By the provider's `settings` and `secrets`. In a change, secrets that are left out stay as they are. */
  settings: Values,
  secrets: z.record(z.string(), z.string().check(z.maxLength(10_000))),
  selection: IntegrationSelection,
  privacy: IntegrationPrivacy,
});
export type IntegrationDraft = z.output<typeof IntegrationDraft>;

/** Events by what became of them; `matched` is the sum. Those of longer ago than `deliveryDays` are in it too. */
export const DeliveryFigures = z.object({
  matched: z.number(),
  waiting: z.number(),
  delivered: z.number(),
  failed: z.number(),
  unknown: z.number(),
});
export type DeliveryFigures = z.output<typeof DeliveryFigures>;

export const Integration = z.object({
  integration_key: IntegrationKey,
  bot_key: BotKey,
  provider: z.enum(providerIds),
  name: z.string(),
  status: z.enum(integrationStatuses),
  /** Problem because of which it was stopped, or waits; null = none. */
  problem: z.nullable(z.object({ code: DeliveryProblem, detail: z.string(), since: z.string() })),
  settings: Values,
  /** Secrets that are kept: the last four letters, or '' of short ones. */
  secrets: z.record(z.string(), z.string()),
  selection: IntegrationSelection,
  privacy: IntegrationPrivacy,
  created_at: z.string(),
  figures: DeliveryFigures,
  /** Of today, in UTC. */
  delivered_today: z.number(),
  last_delivered_at: z.nullable(z.string()),
  /** How long the oldest one that is due has been waiting, seconds. */
  lag_seconds: z.number(),
  /** The past that is being read; null = none. */
  backfill: z.nullable(z.object({ from: z.string(), until: z.string(), events: z.number() })),
});
export type Integration = z.output<typeof Integration>;

export const Delivery = z.object({
  delivery_id: z.string(),
  type: IntegrationEventTypeWord,
  user_id: z.nullable(z.number()),
  /** When it happened. */
  at: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  /** Of one that waits. */
  due_at: z.nullable(z.string()),
  /** Of one that does not wait any more. */
  settled_at: z.nullable(z.string()),
  code: z.nullable(DeliveryProblem),
  detail: z.string(),
  /** More than 1 where a file was sent. */
  events: z.number(),
});
export type Delivery = z.output<typeof Delivery>;

export const Attempt = z.object({
  at: z.string(),
  ms: z.number(),
  /** HTTP status; null = there was no answer. */
  status: z.nullable(z.number()),
  /** Null: delivered. */
  code: z.nullable(DeliveryProblem),
  /** Deliveries in the same request. */
  deliveries: z.number(),
  /** The first 2,000 characters of the answer. */
  answer: z.string(),
});

/** A request as it leaves; secrets are masked. */
export const ShownRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type ShownRequest = z.output<typeof ShownRequest>;

/** Steps of a test. What a provider does not say is not claimed: `proves` is a word that the dashboard explains. */
export const IntegrationTest = z.object({
  ok: z.boolean(),
  code: z.nullable(DeliveryProblem),
  detail: z.string(),
  /** Whether the answer proves that the event arrived, or only that the address takes requests. */
  proves: z.enum(['arrival', 'address', 'nothing']),
  request: z.nullable(ShownRequest),
  status: z.nullable(z.number()),
  answer: z.string(),
});
export type IntegrationTest = z.output<typeof IntegrationTest>;

export const BinRequest = z.object({ at: z.string(), request: ShownRequest });

const view = 'integrations.view';
const manage = 'integrations.manage';
const one = '/bots/{key}/integrations/{integration_key}';
const Period = z.object({ from: z.iso.datetime(), until: z.iso.datetime() });
const Count = z.object({ count: z.number() });
/** `at_most`: the rules of a segment are not counted in. */
const EventCount = z.object({ count: z.number(), at_most: z.boolean() });

export const integrationEndpoints = {
  /** Lists those of all bots where the account may see them, the newest first. */
  listIntegrations: endpoint({ method: 'GET', path: '/integrations', access: 'account', data: z.array(Integration) }),
  listBotIntegrations: endpoint({
    method: 'GET',
    path: '/bots/{key}/integrations',
    access: view,
    params: botPath,
    data: z.array(Integration),
  }),
  getIntegration: endpoint({ method: 'GET', path: one, access: view, params: path, data: Integration }),
  /** TooManyIntegrations beyond 50; InvalidField with `settings.<key>` or `secrets.<key>`. */
  createIntegration: endpoint({
    method: 'POST',
    path: '/bots/{key}/integrations',
    access: manage,
    params: botPath,
    body: IntegrationDraft,
    data: Integration,
  }),
  /** The provider stays. RequiredFields with `secrets.<key>` where the target changes. */
  updateIntegration: endpoint({
    method: 'POST',
    path: one,
    access: manage,
    params: path,
    body: IntegrationDraft,
    data: Integration,
  }),
  /** Events that happened while it was paused wait: they are sent or skipped. */
  setIntegrationStatus: endpoint({
    method: 'POST',
    path: `${one}/status`,
    access: manage,
    params: path,
    body: z.object({ status: z.enum(['on', 'paused']), waiting: z._default(z.enum(['send', 'skip']), 'send') }),
    data: Integration,
  }),
  removeIntegration: endpoint({
    method: 'POST',
    path: `${one}/remove`,
    access: manage,
    params: path,
    body: z.object({ name: z.string() }),
    data: z.object({ removed: z.literal(true) }),
  }),
  /** Sends one event made up by us, and says what the answer proves. A draft of an existing one may leave secrets out. */
  testIntegration: endpoint({
    method: 'POST',
    path: '/bots/{key}/integrations/test',
    access: manage,
    params: botPath,
    body: z.object({ draft: IntegrationDraft, integration_key: z.optional(IntegrationKey) }),
    data: IntegrationTest,
  }),
  /** How many events of the last 7 days the draft selects, and the exact request for the newest of them (or a sample). */
  previewIntegration: endpoint({
    method: 'POST',
    path: '/bots/{key}/integrations/preview',
    access: manage,
    heavy: true,
    params: botPath,
    body: z.object({ draft: IntegrationDraft, integration_key: z.optional(IntegrationKey) }),
    data: z.object({
      matched: z.number(),
      /** The rules of a segment are not counted in: it is a little less. */
      at_most: z.boolean(),
      users: z.number(),
      /** Number of them whom the provider knows by an ID of its own; null where it joins users by none. */
      joined_users: z.nullable(z.number()),
      is_sample: z.boolean(),
      request: z.nullable(ShownRequest),
      code: z.nullable(DeliveryProblem),
    }),
  }),
  /** The newest first, 50 at a time. */
  listDeliveries: endpoint({
    method: 'GET',
    path: `${one}/deliveries`,
    access: view,
    params: path,
    query: z.object({
      state: z.optional(z.enum(deliveryStates)),
      type: z.optional(IntegrationEventTypeWord),
      /** ID of the last one shown. */
      before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
    }),
    data: z.object({ items: z.array(Delivery), more: z.boolean() }),
  }),
  getDelivery: endpoint({
    method: 'GET',
    path: `${one}/deliveries/{delivery_id}`,
    access: view,
    params: z.extend(path, { delivery_id: z.string().check(z.regex(/^\d{1,18}$/)) }),
    data: z.object({ delivery: Delivery, request: z.nullable(ShownRequest), attempts: z.array(Attempt) }),
  }),
  /** Sends these again, or all in a state; answers how many. Repeating `unknown` ones may make the provider count twice. */
  retryDeliveries: endpoint({
    method: 'POST',
    path: `${one}/retry`,
    access: manage,
    params: path,
    body: z.union([
      z.object({
        delivery_ids: z.array(z.string().check(z.regex(/^\d{1,18}$/))).check(z.minLength(1), z.maxLength(500)),
      }),
      z.object({ state: z.enum(['failed', 'unknown']) }),
    ]),
    data: Count,
  }),
  /** Sends all of a period again, with their IDs; `dry_run` only counts. Beyond `deliveryDays` there is nothing to repeat. */
  replayDeliveries: endpoint({
    method: 'POST',
    path: `${one}/replay`,
    access: manage,
    params: path,
    body: z.extend(Period, { dry_run: z.boolean() }),
    data: Count,
  }),
  /** Sends events from before the integration, beside the new ones; `dry_run` only counts. */
  backfillIntegration: endpoint({
    method: 'POST',
    path: `${one}/backfill`,
    access: manage,
    heavy: true,
    params: path,
    body: z.object({ from: z.iso.datetime(), dry_run: z.boolean() }),
    data: EventCount,
  }),
  /** The last requests of a request bin, the newest first. */
  listBinRequests: endpoint({
    method: 'GET',
    path: `${one}/requests`,
    access: view,
    params: path,
    data: z.array(BinRequest),
  }),
};
