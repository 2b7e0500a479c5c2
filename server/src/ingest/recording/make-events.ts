import type { Event } from '@botscope/contract';
import { noAnswerCode, normalizeCall, type ReceivedCall } from '../../events/normalize/normalize-call.ts';
import { normalizeUpdate } from '../../events/normalize/normalize-update.ts';
import { toStartRules } from '../../events/normalize/start-rules.ts';
import { jsonExcerpt } from '../../platform/json/json-excerpt.ts';
import { isKnownMethod, isReadOnlyMethod } from '../../telegram/method-names.ts';
import type { PushedItem } from '../push/push-routes.ts';
import type { BotFailure } from './bot-failure.ts';
import { createFailureGroups } from './failure-groups.ts';
import { userNamedIn } from './user-named-in.ts';

/** Traffic as events. */
export interface NormalizedTraffic {
  events: Event[];
  /** For the bot's error log: items that are no event, and calls that Telegram refused. */
  failures: BotFailure[];
}

/** Data of a bot that recording needs; nothing is recorded while `paused_at` is set. */
export interface RecordedBot {
  key: string;
  start_rules: unknown;
  paused_at?: Date | null;
}

/** An update, with its exact text if at hand. */
export interface RecordedUpdate extends PushedItem {
  raw?: string;
}

/** A call, and what to show of it in the error log when it is none. */
export interface RecordedCall extends Omit<ReceivedCall, 'bot' | 'receivedAt' | 'copy'> {
  item?: unknown;
}

/** For a paused bot: its failures are not logged either. */
const nothing: NormalizedTraffic = { events: [], failures: [] };

export const eventsOfUpdates = (
  bot: RecordedBot,
  items: Iterable<RecordedUpdate>,
  receivedAt: number,
): NormalizedTraffic => atOnce(updatesInSteps(bot, items, receivedAt));

/** Calls that only read (get…) become no event: they say nothing about users. */
export const eventsOfCalls = (bot: RecordedBot, calls: Iterable<RecordedCall>, receivedAt: number): NormalizedTraffic =>
  atOnce(callsInSteps(bot, calls, receivedAt));

/** As `eventsOfUpdates`, for a fair loop: one item a step. */
export function* updatesInSteps(
  bot: RecordedBot,
  items: Iterable<RecordedUpdate>,
  receivedAt: number,
): Generator<undefined, NormalizedTraffic> {
  if (bot.paused_at != null) return nothing;
  const rules = toStartRules(bot);
  const events: Event[] = [];
  const failures = createFailureGroups();
  for (const item of items) {
    const result = normalizeUpdate({ ...item, bot: bot.key, receivedAt }, rules);
    const reason = 'rejected' in result ? result.rejected : result.problem;
    if ('event' in result) events.push(result.event);
    if (reason !== undefined) {
      const failure = { bot: bot.key, kind: 'update', code: 400, reason } as const;
      const userId = 'event' in result && result.event.userId > 0 ? result.event.userId : null;
      failures.add(failure, () => ({
        text: item.raw ?? jsonExcerpt(item.update),
        userId: userId ?? userNamedIn(item.update),
      }));
    }
    yield;
  }
  return { events, failures: failures.all() };
}

/** As `eventsOfCalls`, for a fair loop: one call a step. */
export function* callsInSteps(
  bot: RecordedBot,
  calls: Iterable<RecordedCall>,
  receivedAt: number,
): Generator<undefined, NormalizedTraffic> {
  if (bot.paused_at != null) return nothing;
  const events: Event[] = [];
  const failures = createFailureGroups();
  const alike = new Map<string, number>();
  for (const call of calls) {
    yield;
    if (typeof call.method === 'string' && isReadOnlyMethod(call.method)) continue;
    const receivedCall = { ...call, bot: bot.key, receivedAt };
    let result = normalizeCall(receivedCall);
    if ('rejected' in result) {
      const failure = { bot: bot.key, kind: 'call', code: 400, reason: result.rejected } as const;
      const item = call.item ?? call.params;
      failures.add(failure, () => ({ text: jsonExcerpt(item), userId: userNamedIn(item) }));
      continue;
    }
    // Clients that date by seconds send two equal calls in one request; sent again, they are the same two.
    const copy = alike.get(result.event.id) ?? 0;
    alike.set(result.event.id, copy + 1);
    if (copy > 0) result = normalizeCall({ ...receivedCall, copy });
    if ('rejected' in result) continue;
    const { event, answer } = result;
    events.push(event);
    if (answer.code !== 0)
      failures.add(toFailure(event), () => ({
        text: describeFailure(event, answer.description),
        userId: event.userId > 0 ? event.userId : null,
      }));
  }
  return { events, failures: failures.all() };
}

function atOnce<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

function toFailure({ bot, name, code }: Event): Omit<BotFailure, 'text'> {
  const isTimeout = code === noAnswerCode;
  return {
    bot,
    kind: 'call',
    // The log's word for "no answer in time".
    code: isTimeout ? 0 : code,
    // A name that Telegram does not know could be anything, and the log has a line for each.
    method: isKnownMethod(name) ? name : '',
    reason: isTimeout ? 'Timeout' : code === 401 ? 'Unauthorized' : 'Refused',
  };
}

const describeFailure = ({ payload }: Event, description: string): string =>
  description === '' ? payload : `${description}\n${payload}`;
