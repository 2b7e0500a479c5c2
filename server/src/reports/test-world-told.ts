import type { Event } from '@botscope/contract';
import { bucketsOf, shiftDay } from '@botscope/testkit/oracle/calendar.ts';
import { wallTime } from '@botscope/testkit/oracle/wall-clock.ts';
import type { User } from '@botscope/testkit/people/telegram-types.ts';
import { conversionEvent } from '../normalize/conversion-event.ts';
import { hitEvent } from '../normalize/hit-event.ts';
import { importedEvent } from '../normalize/imported-event.ts';
import { normalizeCall } from '../normalize/normalize-call.ts';
import { normalizeUpdate, type StartRules } from '../normalize/normalize-update.ts';
import { createStoryteller, names, type Thing } from './test-storyteller.ts';
import type { World } from './test-worlds.ts';

/** How the launches of all worlds are read. */
const startRules: StartRules = {
  type: 'all',
  params: [],
  paramSeparator: '_',
  valueSeparator: '-',
  sourceParam: 'source',
};

/** Lets a world happen to a bot: an event for every copy of everything, in the order in which they reach us. */
export function tellWorld(world: World, bot: string): Event[] {
  const tell = createStoryteller();
  const moments = momentsOf(world);
  const events = world.steps.flatMap((step, index) => {
    const at = moments[index] ?? 0;
    return tell(step, at).flatMap((thing) =>
      step.arrives.map((ms, copy) =>
        toEvent(thing, { bot, at, isDated: step.dated, receivedAt: at + ms, nonce: `${index}/${copy}` }),
      ),
    );
  });
  return events.sort((a, b) => a.receivedAt - b.receivedAt);
}

interface Arrival {
  bot: string;
  at: number;
  /** Whether anybody says so. */
  isDated: boolean;
  receivedAt: number;
  nonce: string;
}

function toEvent(thing: Thing, { bot, at, isDated, receivedAt, nonce }: Arrival): Event {
  const date = isDated ? new Date(at).toISOString() : undefined;
  if ('hit' in thing) {
    // A Mini App's counter always tells the moment.
    const { from, start_param: startPayload = '', ...hit } = thing.hit;
    return hitEvent({ ...hit, bot, person: personOf(from), startPayload, at, receivedAt, rules: startRules });
  }
  if ('converted' in thing) return conversionEvent({ bot, ...thing.converted, date, receivedAt, nonce });
  if ('listed' in thing) {
    const { from, membership, source } = thing.listed;
    const person = { ...personOf(from), source };
    return importedEvent({ bot, person, membership, at: isDated ? at : null, receivedAt, rules: startRules });
  }
  const result =
    'call' in thing
      ? normalizeCall({ bot, date, receivedAt, ...thing.call })
      : normalizeUpdate({ bot, date, receivedAt, update: thing.update }, startRules);
  if ('rejected' in result) throw new Error(result.rejected);
  // Whoever has no id does something all the same.
  return thing.hidden ? { ...result.event, isAction: true } : result.event;
}

function personOf({ id, first_name, language_code = '', is_premium }: User) {
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
function momentsOf({ odd, steps }: World): number[] {
  const midnight = (days: number) => {
    const day = shiftDay(odd.day, days);
    return bucketsOf({ from: day, to: day, zone: odd.zone }, 'day').at(0)?.start ?? 0;
  };
  const last = new Map<number, number>();
  return steps.map(({ who, when }) => {
    const at =
      when.kind === 'minute'
        ? midnight(0) + when.minute * 60_000
        : when.kind === 'midnight'
          ? midnight(when.day) + when.beside
          : (last.get(who) ?? midnight(0)) + when.ms;
    last.set(who, at);
    return at;
  });
}

/** The world as a table of people and times, for a person to read. */
export function drawWorld(world: World): string {
  const { zone } = world.odd;
  const moments = momentsOf(world);
  const rows = world.steps.map(({ who, deed, dated, arrives }, index) => {
    const at = moments[index] ?? 0;
    const { day, hour, minute, offset } = wallTime(at, zone);
    const local = `${day} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')} ${offset}`;
    const what = 'word' in deed ? `${deed.does} "${deed.word}"` : deed.does;
    const receipts = arrives.map((ms) => (ms < 60_000 ? `${ms / 1_000} s` : `${ms / 60_000} min`)).join(', ');
    return `| ${new Date(at).toISOString()} | ${local} | ${names[who]} | ${what} | ${dated ? '' : 'undated, '}${receipts} |`;
  });
  return [`| UTC | ${zone} | who | does | reaches us after |`, '|---|---|---|---|---|', ...rows].join('\n');
}
