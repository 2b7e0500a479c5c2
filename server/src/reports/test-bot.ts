import type { Event, Report } from '@botscope/contract';
import { type Journey, startJourney } from '@botscope/testkit/journey.ts';
import type { ThrowawayStore } from '../events/test-stores.ts';
import { defaultStartRules, normalizeUpdate } from '../normalize/normalize-update.ts';
import { type ReportQuestion, runReport } from './run-report.ts';

/** A bot whose whole life is one journey. */
export interface TestBot {
  key: string;
  /** What the store was given, in order. */
  events: readonly Event[];
  /** Asks as of `now`; UTC and a session gap of 30 minutes unless said otherwise. */
  report(question: Partial<ReportQuestion> & { type: string; period: string; now?: string }): Promise<Report>;
}

/** Far enough after every story that no bucket is incomplete. */
const LATER = '2030-01-01T00:00:00Z';

/** Tells a story to a bot of its own, through normalizer and store as real updates would come. */
export async function tellStory(store: ThrowawayStore, tell: (journey: Journey) => void): Promise<TestBot> {
  const journey = startJourney({ from: '2024-01-01T00:00:00Z' });
  tell(journey);
  const key = store.freshBot();
  const events = journey.updates.map(({ date, update }) => toEvent(key, date, update));
  await store.write(events);
  return {
    key,
    events,
    report: ({ now = LATER, ...question }) =>
      runReport(
        { store, now: () => Date.parse(now) },
        { bot: key, timeZone: 'UTC', sessionGapMinutes: 30, ...question },
      ),
  };
}

/** The event of an update that reached us a second after the bot. */
export function toEvent(bot: string, date: string | undefined, update: unknown, receivedAt?: string): Event {
  const received = Date.parse(receivedAt ?? date ?? '') + 1_000;
  const result = normalizeUpdate({ bot, date, receivedAt: received, update }, defaultStartRules);
  if ('rejected' in result) throw new Error(result.rejected);
  return result.event;
}
