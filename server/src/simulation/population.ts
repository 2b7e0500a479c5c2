import { arrivalsOfDay, momentOfDay } from './population/arrivals.ts';
import { perform } from './population/perform.ts';
import { createTimeHeap } from './population/time-heap.ts';
import { pauseBefore, planReturn, planVisit } from './population/visit-plan.ts';
import { newVisitor, type Visitor, visitorId } from './population/visitor.ts';
import { createRandom, hashSeed } from './random.ts';
import { dayMs, toDate } from './time.ts';
import { toBotUser, updateNumbers } from './users/numbering.ts';
import type { Scene } from './users/scene.ts';
import type { DatedUpdate, User } from './users/telegram-types.ts';

/** A world of users around one shop bot. */
export interface PopulationOptions {
  /** Seed, beginning and rate determine the world, whatever its end. */
  seed: number | string;
  /** The first moment. */
  from: string | Date;
  /** The end, not included; without it the world goes on forever. */
  to?: string | Date;
  /** New users on an ordinary weekday; campaigns bring more. 40 gives about 5,000 users in 90 days. */
  usersPerDay: number;
  bot?: { id: number; username: string; first_name?: string };
}

const demoBot = { id: 6_000_000_001, username: 'demo_bot', first_name: 'Demo shop' };

/**
 * Lives a population through its days and gives what the bot would receive, in time order. Lazy: it holds only users
 * who will come again, so a world of millions of updates runs in bounded memory.
 */
export function* simulatePopulation(options: PopulationOptions): Generator<DatedUpdate, void, undefined> {
  const { id, username, first_name } = options.bot ?? demoBot;
  const bot = toBotUser(id, username, first_name);
  const random = createRandom(`population/${options.seed}`);
  const nextUpdateId = updateNumbers(random);
  const world = hashSeed(options.seed);
  const from = toDate(options.from).getTime();
  const to = options.to === undefined ? Number.POSITIVE_INFINITY : toDate(options.to).getTime();
  const firstDay = Math.floor(from / dayMs) * dayMs;
  const queue = createTimeHeap<Visitor>();
  let day = 0;
  let users = 0;

  function welcome(dayStart: number): void {
    for (const origin of arrivalsOfDay(random, dayStart, day, options.usersPerDay)) {
      const visitor = newVisitor(random, visitorId(world, users), origin);
      users += 1;
      visitor.script = planVisit(random, visitor).reverse();
      const time = momentOfDay(random, dayStart, visitor.utcOffset);
      if (time >= from) queue.push(time, visitor);
    }
    day += 1;
  }

  while (true) {
    while (queue.next >= firstDay + day * dayMs && firstDay + day * dayMs < to) welcome(firstDay + day * dayMs);
    const turn = queue.pop();
    if (!turn || turn.at >= to) return;
    const visitor = turn.item;
    const step = visitor.script.pop();
    if (step) {
      const scene = sceneFor(visitor, bot, turn.at);
      const body = perform(scene, visitor, step);
      yield { date: new Date(turn.at).toISOString(), update: Object.assign({ update_id: nextUpdateId() }, body) };
    }
    const next = visitor.script.at(-1);
    if (next) queue.push(turn.at + Math.ceil(pauseBefore(random, next)), visitor);
    else comeAgain(visitor, turn.at);
  }

  function comeAgain(visitor: Visitor, now: number): void {
    visitor.visits += 1;
    const plan = planReturn(random, visitor, now);
    if (!plan) return;
    visitor.script = plan.steps.reverse();
    visitor.lastText = undefined;
    queue.push(Math.ceil(plan.at), visitor);
  }

  function sceneFor(visitor: Visitor, toBot: User, time: number): Scene {
    return {
      user: visitor.user,
      bot: toBot,
      date: Math.floor(time / 1_000),
      random,
      nextMessageId() {
        // The bot answers every message, and its answers take numbers too.
        visitor.lastMessageId += 2;
        return visitor.lastMessageId - 1;
      },
    };
  }
}

/** A population that keeps living beside a clock. */
export interface LivePopulation {
  /**
   * Returns the updates since the last call and up to `now`, in time order; at most `limit`, the rest comes with the
   * next call. A `now` that goes back gives nothing.
   */
  until(now: Date, limit?: number): DatedUpdate[];
}

/**
 * Continues the world of `simulatePopulation` with the same options after `since` (default: from its beginning).
 * History and life fit together without a seam: the updates carry on the numbers and the users of the history.
 */
export function livePopulation(options: Omit<PopulationOptions, 'to'> & { since?: string | Date }): LivePopulation {
  const { since, ...world } = options;
  const updates = simulatePopulation(world);
  const after = since === undefined ? '' : toDate(since).toISOString();
  let next = updates.next();
  // ISO texts in UTC with milliseconds compare like the moments they name.
  while (!next.done && next.value.date <= after) next = updates.next();

  return {
    until(now, limit = Number.POSITIVE_INFINITY) {
      const until = now.toISOString();
      const batch: DatedUpdate[] = [];
      while (!next.done && next.value.date <= until && batch.length < limit) {
        batch.push(next.value);
        next = updates.next();
      }
      return batch;
    },
  };
}
