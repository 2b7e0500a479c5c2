import type { Event, Report, ReportUser } from '@botscope/contract';
import { type Journey, startJourney } from '@botscope/testkit/journey.ts';
import { hitEvent } from '../../events/normalize/hit-event.ts';
import { defaultStartRules, normalizeUpdate } from '../../events/normalize/normalize-update.ts';
import type { ThrowawayStore } from '../../events/store/test-stores.ts';
import type { DatedHit } from '../../simulation/users/app-hits.ts';
import { type TestNumber, type TestQuery, testReport, testUsers } from './test-query.ts';

/** A bot whose whole life is one journey. */
export interface TestBot {
  key: string;
  /** Events that the store was given, in order. */
  events: readonly Event[];
  /** Asks as of `now`; UTC and a session gap of 30 minutes unless said otherwise. */
  report(question: TestRequest<TestQuery>): Promise<Report>;
  /** The users behind a number, in the order of the list. */
  users(question: TestRequest<TestNumber>): Promise<ReportUser[]>;
}

type TestRequest<Question> = Partial<Question> & { type: string; period: string; now?: string };

/** Far enough after every story that no bucket is incomplete. */
const laterMoment = '2030-01-01T00:00:00Z';

/** Ingests a history for its own bot, through normalizer and store, the way real updates come. */
export async function ingestHistory(store: ThrowawayStore, scenario: (journey: Journey) => void): Promise<TestBot> {
  const journey = startJourney({ from: '2024-01-01T00:00:00Z' });
  scenario(journey);
  const key = store.freshBot();
  const events = [
    ...journey.updates.map(({ date, update }) => toEvent(key, date, update)),
    ...journey.hits.map((hit) => toHitEvent(key, hit)),
  ];
  await store.write(events);
  const bot = { bot: key, timeZone: 'UTC', sessionGapMinutes: 30 };
  const createDeps = (now: string) => ({ store, now: () => Date.parse(now) });
  return {
    key,
    events,
    report: ({ now = laterMoment, ...question }) => testReport(createDeps(now), { ...bot, ...question }),
    async users({ now = laterMoment, ...question }) {
      const { ids, read } = await testUsers(createDeps(now), { ...bot, ...question });
      return read(ids);
    },
  };
}

/** The event of an update that reached us a second after the bot. */
export function toEvent(bot: string, date: string | undefined, update: unknown, receivedAt?: string): Event {
  const receivedMs = Date.parse(receivedAt ?? date ?? '') + 1_000;
  const result = normalizeUpdate({ bot, date, receivedAt: receivedMs, update }, defaultStartRules);
  if ('rejected' in result) throw new Error(result.rejected);
  return result.event;
}

/** The event of a Mini App hit, received a second later. */
export function toHitEvent(bot: string, { date, hit }: DatedHit, receivedAt?: string): Event {
  const { from, name, start_param = '', platform, version, launch = '', country = '' } = hit;
  const timestamp = Date.parse(date);
  const user = {
    userId: from.id,
    firstName: from.first_name,
    lastName: from.last_name ?? '',
    username: from.username ?? '',
    language: from.language_code ?? '',
    isPremium: from.is_premium === true,
  };
  const receivedMs = receivedAt === undefined ? timestamp + 1_000 : Date.parse(receivedAt);
  const words = { name, startPayload: start_param, platform, version, launch, country };
  const hitFields = { ...words, bot, user, at: timestamp, receivedAt: receivedMs };
  return hitEvent({ ...hitFields, rules: defaultStartRules });
}
