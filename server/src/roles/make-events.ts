import type { Event } from '@botscope/contract';
import { NO_ANSWER, normalizeCall, type ReceivedCall } from '../events/normalize/normalize-call.ts';
import { normalizeUpdate } from '../events/normalize/normalize-update.ts';
import type { BotTrouble } from '../features/bot-errors/bot-errors.ts';
import type { BotRow } from '../features/bots/bots.ts';
import { startRulesOf } from '../features/bots/start-rules.ts';
import type { PushedItem } from '../ingest/push/push-routes.ts';
import { jsonExcerpt } from '../platform/json/json-excerpt.ts';
import { isKnownMethod, onlyAsks } from '../telegram/method-names.ts';

/** What became of a piece of traffic. */
export interface Made {
  events: Event[];
  /** For the bot's error log: what could be no event, and calls that Telegram refused. */
  troubles: BotTrouble[];
}

/** `paused_at`: nothing is recorded while it is set. */
export type RecordedBot = Pick<BotRow, 'key' | 'start_rules'> & Partial<Pick<BotRow, 'paused_at'>>;

/** An update, with its exact text if at hand. */
export interface RecordedUpdate extends PushedItem {
  raw?: string;
}

/** A call, and what to show of it in the error log when it is none. */
export interface RecordedCall extends Omit<ReceivedCall, 'bot' | 'receivedAt' | 'copy'> {
  item?: unknown;
}

/** Of a paused bot: not even what is wrong with it is kept. */
const nothing: Made = { events: [], troubles: [] };

export const eventsOfUpdates = (bot: RecordedBot, items: Iterable<RecordedUpdate>, receivedAt: number): Made =>
  atOnce(updatesInSteps(bot, items, receivedAt));

/** Calls that only ask (get…) become nothing: they tell nothing about people. */
export const eventsOfCalls = (bot: RecordedBot, calls: Iterable<RecordedCall>, receivedAt: number): Made =>
  atOnce(callsInSteps(bot, calls, receivedAt));

/** As `eventsOfUpdates`, for a fair loop: one item a step. */
export function* updatesInSteps(
  bot: RecordedBot,
  items: Iterable<RecordedUpdate>,
  receivedAt: number,
): Generator<undefined, Made> {
  if (bot.paused_at != null) return nothing;
  const rules = startRulesOf(bot);
  const events: Event[] = [];
  const troubles = createTroubleGroups();
  for (const item of items) {
    const result = normalizeUpdate({ ...item, bot: bot.key, receivedAt }, rules);
    const reason = 'rejected' in result ? result.rejected : result.problem;
    if ('event' in result) events.push(result.event);
    if (reason !== undefined) {
      const trouble = { bot: bot.key, kind: 'update', code: 400, reason } as const;
      troubles.add(trouble, () => item.raw ?? jsonExcerpt(item.update));
    }
    yield;
  }
  return { events, troubles: troubles.all() };
}

/** As `eventsOfCalls`, for a fair loop: one call a step. */
export function* callsInSteps(
  bot: RecordedBot,
  calls: Iterable<RecordedCall>,
  receivedAt: number,
): Generator<undefined, Made> {
  if (bot.paused_at != null) return nothing;
  const events: Event[] = [];
  const troubles = createTroubleGroups();
  const alike = new Map<string, number>();
  for (const call of calls) {
    yield;
    if (typeof call.method === 'string' && onlyAsks(call.method)) continue;
    const received = { ...call, bot: bot.key, receivedAt };
    let result = normalizeCall(received);
    if ('rejected' in result) {
      const trouble = { bot: bot.key, kind: 'call', code: 400, reason: result.rejected } as const;
      troubles.add(trouble, () => jsonExcerpt(call.item ?? call.params));
      continue;
    }
    // Clients that date by seconds send two equal calls in one request; sent again, they are the same two.
    const copy = alike.get(result.event.id) ?? 0;
    alike.set(result.event.id, copy + 1);
    if (copy > 0) result = normalizeCall({ ...received, copy });
    if ('rejected' in result) continue;
    const { event, answer } = result;
    events.push(event);
    if (answer.code !== 0) troubles.add(troubleOf(event), () => textOf(event, answer.description));
  }
  return { events, troubles: troubles.all() };
}

function atOnce<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The same trouble again only counts up, and only the newest text is made: ten thousand bad items cost one line. */
function createTroubleGroups() {
  const groups = new Map<string, { trouble: Omit<BotTrouble, 'text'>; count: number; text: () => string }>();
  return {
    add(trouble: Omit<BotTrouble, 'text'>, text: () => string): void {
      const key = `${trouble.kind} ${trouble.code} ${trouble.method ?? ''} ${trouble.reason}`;
      groups.set(key, { trouble, text, count: (groups.get(key)?.count ?? 0) + 1 });
    },
    all: (): BotTrouble[] =>
      [...groups.values()].map(({ trouble, count, text }) => ({
        ...trouble,
        text: text(),
        ...(count > 1 ? { count } : {}),
      })),
  };
}

function troubleOf({ bot, name, code }: Event): Omit<BotTrouble, 'text'> {
  const isTimeout = code === NO_ANSWER;
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

const textOf = ({ payload }: Event, description: string): string =>
  description === '' ? payload : `${description}\n${payload}`;
