import type { Event } from '@botscope/contract';
import { listBuckets, shiftDay } from '@botscope/testkit/oracle/calendar.ts';
import type { Delivery } from '@botscope/testkit/oracle/deliveries.ts';
import { wallTime } from '@botscope/testkit/oracle/wall-clock.ts';
import { conversionEvent } from '../../events/normalize/conversion-event.ts';
import { hitEvent } from '../../events/normalize/hit-event.ts';
import { normalizeCall } from '../../events/normalize/normalize-call.ts';
import { normalizeUpdate, type StartRules } from '../../events/normalize/normalize-update.ts';
import { siteHitEvent } from '../../events/normalize/site-hit-event.ts';
import { importUser } from '../../features/uploads/import-user.ts';
import type { User } from '../../simulation/users/telegram-types.ts';
import { createSimulator, names, type SimulatedEvent, type WebsiteVisit } from './test-simulator.ts';
import type { World } from './test-worlds.ts';

/** Rules that parse the launches of all worlds. */
export const startRules: StartRules = {
  type: 'all',
  params: [],
  paramSeparator: '_',
  valueSeparator: '-',
  sourceParam: 'source',
};

/** Lets a world happen to a bot: an event for every copy of everything, in the order in which they reach us. */
export function worldEvents(world: World, bot: string): Event[] {
  return listArrivals(world).flatMap(({ thing, arrival }) => toEvent(thing, { ...arrival, bot }));
}

/** Returns the deliveries of a world for the oracle, as they were sent. */
export function listDeliveries(world: World): Delivery[] {
  return listArrivals(world).map(({ thing, arrival }) => toDelivery(thing, arrival));
}

function listArrivals(world: World): { thing: SimulatedEvent; arrival: Arrival }[] {
  const simulate = createSimulator();
  const moments = computeMoments(world);
  let copies = 0;
  return world.steps
    .flatMap((step, index) => {
      const timestamp = moments[index] ?? 0;
      return simulate(step, timestamp).flatMap((thing) =>
        step.arrives.map((ms) => {
          copies += 1;
          return { thing, arrival: { at: timestamp, isDated: step.dated, receivedAt: timestamp + ms, copy: copies } };
        }),
      );
    })
    .sort((a, b) => a.arrival.receivedAt - b.arrival.receivedAt);
}

interface Arrival {
  at: number;
  /** Whether anyone says so. */
  isDated: boolean;
  receivedAt: number;
  /** No two are alike: calls and conversions without a date are distinct. */
  copy: number;
}

function toEvent(
  thing: SimulatedEvent,
  { bot, at, isDated, receivedAt, copy }: Arrival & { bot: string },
): Event | Event[] {
  const date = isDated ? new Date(at).toISOString() : undefined;
  if ('hit' in thing) {
    // A Mini App hit always carries its time.
    const { from, start_param: startPayload = '', allowsWriting, ...hit } = thing.hit;
    const allowedAt = allowsWriting === true ? at : null;
    return hitEvent({
      ...hit,
      allowedAt,
      bot,
      user: userOf(from),
      startPayload,
      at,
      receivedAt,
      rules: startRules,
    });
  }
  if ('visit' in thing) {
    const { who, engaged, ...hit } = thing.visit;
    return siteHitEvent({
      ...{
        ...hit,
        bot,
        at,
        deviceTime: at,
        receivedAt,
        visitor: visitorOf(thing.visit, receivedAt),
        page: '',
      },
      ...{ width: '', browser: '', os: '', category: '', value: null, unit: '', script: '' },
      props: hit.name === 'visible' ? { engaged } : {},
    });
  }
  if ('converted' in thing) return conversionEvent({ bot, ...thing.converted, date, receivedAt, nonce: String(copy) });
  if ('listed' in thing) {
    const { from, membership, source } = thing.listed;
    const hasLeft = membership === 'blocked';
    const addedAt = isDated ? at : null;
    const user = { ...userOf(from), source, addedAt, hasLeft, leftAt: hasLeft ? addedAt : null };
    return importUser(bot, user, startRules, receivedAt);
  }
  const result =
    'call' in thing
      ? normalizeCall({ bot, date, receivedAt, ...(isDated ? {} : { copy }), ...thing.call })
      : normalizeUpdate({ bot, date, receivedAt, update: thing.update }, startRules);
  if ('rejected' in result) throw new Error(result.rejected);
  return result.event;
}

function toDelivery(thing: SimulatedEvent, { at, isDated, receivedAt }: Arrival): Delivery {
  const arrived = { receivedAt, ...(isDated ? { date: new Date(at).toISOString() } : {}) };
  if ('hit' in thing) {
    const { from, name, start_param: startPayload = '', platform, version, launch = '', country = '' } = thing.hit;
    const allowsWriting = thing.hit.allowsWriting === true;
    return { way: 'hit', receivedAt, at, from, name, startPayload, platform, version, launch, country, allowsWriting };
  }
  if ('visit' in thing) {
    const { who: _, ...hit } = thing.visit;
    return { way: 'site', receivedAt, at, ...hit, visitor: visitorOf(thing.visit, receivedAt), userId: 0 };
  }
  if ('converted' in thing) {
    const { targetId, userId, amount, currency } = thing.converted;
    const value = currency === '' ? {} : { value: amount / 100, unit: currency };
    return { way: 'conversion', ...arrived, targetId, userId, ...value };
  }
  if ('listed' in thing) {
    const { from, membership, source } = thing.listed;
    const dateAdded = isDated ? new Date(at).toISOString() : '';
    const hasLeft = membership === 'blocked';
    return { way: 'list', receivedAt, from, source, hasLeft, dateAdded, dateLeft: hasLeft ? dateAdded : '' };
  }
  if ('call' in thing) return { way: 'call', ...arrived, ...thing.call };
  return { way: 'push', ...arrived, update: thing.update };
}

/** A website knows its visitors for one day: a copy that comes on the next one is of another visitor. */
function visitorOf({ who, site }: WebsiteVisit, receivedAt: number): string {
  return who === null ? '' : `${names[who]} on ${site} ${new Date(receivedAt).toISOString().slice(0, 10)}`;
}

function userOf({ id, first_name, language_code = '', is_premium }: User) {
  return {
    userId: id,
    firstName: first_name,
    lastName: '',
    username: '',
    language: language_code,
    isPremium: is_premium === true,
  };
}

/** When each step happens, Unix ms. */
function computeMoments({ odd, steps }: World): number[] {
  const midnight = (days: number) => {
    const day = shiftDay(odd.day, days);
    return listBuckets({ from: day, to: day, zone: odd.zone }, 'day').at(0)?.start ?? 0;
  };
  const last = new Map<number, number>();
  const launched = new Set<string>();
  return steps.map(({ who, when, action, dated, arrives }) => {
    let timestamp =
      when.kind === 'minute'
        ? midnight(0) + when.minute * 60_000
        : when.kind === 'midnight'
          ? midnight(when.day) + when.beside
          : (last.get(who) ?? midnight(0)) + when.ms;
    // The order of one user's launches in one millisecond is not defined.
    const delay = dated ? 0 : Math.min(...arrives);
    while (launches.has(action.does) && launched.has(`${who} ${timestamp + delay}`)) timestamp += 1;
    if (launches.has(action.does)) launched.add(`${who} ${timestamp + delay}`);
    last.set(who, timestamp);
    return timestamp;
  });
}

const launches: ReadonlySet<string> = new Set([
  'starts',
  'opens the app',
  'opens the app, which may write',
  'the app is loaded again',
  'is on a list from',
]);

/** The world as a table of users and times, for a user to read. */
export function drawWorld(world: World): string {
  const { zone } = world.odd;
  const moments = computeMoments(world);
  const rows = world.steps.map(({ who, action, dated, arrives }, index) => {
    const timestamp = moments[index] ?? 0;
    const { day, hour, minute, offset } = wallTime(timestamp, zone);
    const localTime = `${day} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')} ${offset}`;
    const actionText = 'word' in action ? `${action.does} "${action.word}"` : action.does;
    const receipts = arrives.map((ms) => (ms < 60_000 ? `${ms / 1_000} s` : `${ms / 60_000} min`)).join(', ');
    return `| ${new Date(timestamp).toISOString()} | ${localTime} | ${names[who]} | ${actionText} | ${dated ? '' : 'undated, '}${receipts} |`;
  });
  return [`| UTC | ${zone} | who | does | reaches us after |`, '|---|---|---|---|---|', ...rows].join('\n');
}
