import type { Event } from '@botscope/contract';
import type { BotTrouble } from '../bot-errors/bot-errors.ts';
import type { BotRow } from '../bots/bots.ts';
import { startRulesOf } from '../bots/start-rules.ts';
import type { PushedItem } from '../ingest/push/push-routes.ts';
import { NO_ANSWER, normalizeCall, type ReceivedCall } from '../normalize/normalize-call.ts';
import { normalizeUpdate } from '../normalize/normalize-update.ts';
import { isKnownMethod, onlyAsks } from '../telegram/method-names.ts';

/** What became of a piece of traffic. */
export interface Made {
  events: Event[];
  /** For the bot's error log: what could be no event, and calls that Telegram refused. */
  troubles: BotTrouble[];
}

export type RecordedBot = Pick<BotRow, 'key' | 'start_rules'>;

/** An update, with its exact text if at hand. */
export interface RecordedUpdate extends PushedItem {
  raw?: string;
}

/** A call, and what to show of it in the error log when it is none. */
export interface RecordedCall extends Omit<ReceivedCall, 'bot' | 'receivedAt' | 'copy'> {
  item?: unknown;
}

export function eventsOfUpdates(bot: RecordedBot, items: readonly RecordedUpdate[], receivedAt: number): Made {
  const rules = startRulesOf(bot);
  const made: Made = { events: [], troubles: [] };
  for (const item of items) {
    const result = normalizeUpdate({ ...item, bot: bot.key, receivedAt }, rules);
    if ('event' in result) made.events.push(result.event);
    else {
      const text = item.raw ?? shown(item.update);
      made.troubles.push({ bot: bot.key, kind: 'update', code: 400, reason: result.rejected, text });
    }
  }
  return made;
}

/** Calls that only ask (get…) become nothing: they tell nothing about people. */
export function eventsOfCalls(bot: RecordedBot, calls: readonly RecordedCall[], receivedAt: number): Made {
  const made: Made = { events: [], troubles: [] };
  const alike = new Map<string, number>();
  for (const call of calls) {
    if (typeof call.method === 'string' && onlyAsks(call.method)) continue;
    const received = { ...call, bot: bot.key, receivedAt };
    let result = normalizeCall(received);
    if ('rejected' in result) {
      const text = shown(call.item ?? call.params);
      made.troubles.push({ bot: bot.key, kind: 'call', code: 400, reason: result.rejected, text });
      continue;
    }
    // Clients that date by seconds send two equal calls in one request; sent again, they are the same two.
    const copy = alike.get(result.event.id) ?? 0;
    alike.set(result.event.id, copy + 1);
    if (copy > 0) result = normalizeCall({ ...received, copy });
    if ('rejected' in result) continue;
    made.events.push(result.event);
    if (result.answer.code !== 0) made.troubles.push(troubleOf(result.event, result.answer.description));
  }
  return made;
}

function troubleOf({ bot, name, code, payload }: Event, description: string): BotTrouble {
  const isTimeout = code === NO_ANSWER;
  return {
    bot,
    kind: 'call',
    // The log's word for "no answer in time".
    code: isTimeout ? 0 : code,
    // A name that Telegram does not know could be anything, and the log has a line for each.
    method: isKnownMethod(name) ? name : '',
    reason: isTimeout ? 'Timeout' : code === 401 ? 'Unauthorized' : 'Refused',
    text: description === '' ? payload : `${description}\n${payload}`,
  };
}

const shown = (value: unknown): string => JSON.stringify(value) ?? '';
