import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { campaignPath } from './ids.ts';
import { type EventMatch, EventMatch as Match, SegmentRules } from './segment-rules.ts';

/**
 * An automation is a campaign that sends its message to each user for whom something happens, after a delay. It is never
 * done: docs/metrics.md, "Automations".
 */
export const campaignKinds = ['once', 'automation'] as const;
export type CampaignKind = (typeof campaignKinds)[number];

/** Conditions of segments that can trigger an automation: things that users do. */
export const triggerEvents = [
  'command',
  'button',
  'text',
  'start',
  'start_param',
  'payment',
  'target',
  'webapp',
  'site_event',
  'unblocked',
] as const satisfies EventMatch['kind'][];
export type TriggerEvent = (typeof triggerEvents)[number];
export type TriggerMatch = Extract<EventMatch, { kind: TriggerEvent }>;

export const isTriggerMatch = (match: EventMatch): match is TriggerMatch =>
  triggerEvents.some((kind) => kind === match.kind);

export const AutomationTrigger = z.discriminatedUnion('kind', [
  /** A user contacts the bot in its private chat for the first time. */
  z.object({ kind: z.literal('first_contact') }),
  z.object({ kind: z.literal('event'), event: Match.check(z.refine(isTriggerMatch, { path: ['kind'] })) }),
  z.object({
    kind: z.literal('segment'),
    /** Without rules everyone is in it. */
    rules: SegmentRules,
    /** Users who are in the segment when the automation is first started get the message too. */
    with_members: z.boolean(),
  }),
]);
export type AutomationTrigger = z.output<typeof AutomationTrigger>;

/** 30 days. */
export const longestDelay = 43_200;

/** A target that users have not reached. */
export const UnreachedTarget = z.int().check(z.gte(1));

export const Automation = z.object({
  trigger: AutomationTrigger,
  delay_minutes: z._default(z.int().check(z.gte(0), z.lte(longestDelay)), 0),
  /** Repetition for one user. `each`: for each trigger at least `pause_hours` after the one before. */
  repeat: z._default(z.enum(['once', 'each']), 'once'),
  pause_hours: z._default(z.int().check(z.gte(0), z.lte(8_760)), 24),
  /** Excludes users who got this many messages of campaigns and automations within this many hours. */
  cap: z._default(
    z.nullable(z.object({ messages: z.int().check(z.gte(1), z.lte(100)), hours: z.int().check(z.gte(1), z.lte(720)) })),
    null,
  ),
  /** Excludes users who have reached this target since the trigger. */
  unless_target: z._default(z.nullable(UnreachedTarget), null),
  /** Segment triggers: only users who are still in the segment when the message is due get it. */
  still_in: z._default(z.boolean(), false),
  /** The account may not see the trigger and the target: others stand in their places. A change with it keeps them. */
  is_hidden: z.optional(z.literal(true)),
});
export type Automation = z.output<typeof Automation>;

/** Why a trigger led to no message. */
export const skipReasons = [
  /** It was due too long ago to be sent now. */
  'late',
  /** The user has never opened the chat with the bot, so Telegram would not deliver it. */
  'never_opened',
  /** The user has reached the target meanwhile. */
  'target_reached',
  /** The user is not in the segment any more. */
  'left_segment',
  /** The user got enough messages lately. */
  'capped',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Days after which skipped triggers are deleted; the totals still count them. */
export const skippedRunDays = 90;

/** Outcomes of triggers. triggered = planned + waiting + delivered + not_delivered + cancelled + skipped. */
const outcomes = {
  triggered: z.number(),
  /** Their delay is not over. */
  planned: z.number(),
  /** Due, or on their way. */
  waiting: z.number(),
  delivered: z.number(),
  not_delivered: z.number(),
  cancelled: z.number(),
  skipped: z.number(),
};
export const TriggerCounts = z.object(outcomes);
export type TriggerCounts = z.output<typeof TriggerCounts>;

export const AutomationStatistics = z.object({
  /** Over all time. */
  totals: TriggerCounts,
  /** Over all time, the most frequent first. */
  skipped: z.array(z.object({ reason: z.enum(skipReasons), count: z.number() })),
  /** Local days of the reader on which there were triggers, `YYYY-MM-DD`, rising: at most the last 90. */
  days: z.array(z.object({ day: z.string(), ...outcomes })),
  /** Last evaluation of the segment; null before the first one, and for other triggers. */
  evaluated_at: z.nullable(z.string()),
});
export type AutomationStatistics = z.output<typeof AutomationStatistics>;

export const automationEndpoints = {
  /** Outcomes of an automation's triggers. NotFound for other campaigns. */
  automationStatistics: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns/{campaign_id}/automation',
    access: 'tasker.task.view',
    heavy: true,
    params: campaignPath,
    data: AutomationStatistics,
  }),
};
