import { createRandom, hashSeed } from '@botscope/server/simulation/random.ts';
import { toDate } from '@botscope/server/simulation/time.ts';
import type { DatedHit } from '@botscope/server/simulation/users/app-hits.ts';
import { messageNumbers, newUserId, toBotUser, updateNumbers } from '@botscope/server/simulation/users/numbering.ts';
import type { Chat, DatedUpdate, Update, UpdateBody } from '@botscope/server/simulation/users/telegram-types.ts';
import { toUser, type UserFields } from '@botscope/server/simulation/users/user.ts';
import { createClock, type Duration } from './clock.ts';
import { createSimulatedUser, type SimulatedUser, type Stage } from './user.ts';

/** Settings with which a journey begins. */
export interface JourneyOptions {
  /** ISO moment of the first action. */
  from: string;
  /** The bot's @name without the sign. */
  bot?: string;
  /** Default 1; the same seed gives the same ids. */
  seed?: number | string;
}

/** Receives the updates of a journey, for example a bot of the simulated Telegram. */
export interface UpdateReceiver {
  receives(update: Update): void;
}

/** A scenario in code: users act, time passes, and the updates a bot would have received are collected. */
export interface Journey {
  /** The items of one `POST /v1/send-batch-update`, in chronological order. */
  readonly updates: DatedUpdate[];
  /** Hits that Mini Apps sent meanwhile, in the same order. */
  readonly hits: DatedHit[];
  readonly bot: { id: number; username: string };
  now(): Date;
  user(firstName: string, fields?: UserFields): SimulatedUser;
  group(title: string): Chat;
  /** Lets time pass. */
  after(span: Duration): void;
  /** Jumps to a moment, also back. */
  at(iso: string): void;
  /** Hands all updates so far to a receiver, in order. */
  playInto(receiver: UpdateReceiver): void;
}

/** Begins a journey. Actions at the same moment are dated one millisecond apart, so that their order survives. */
export function startJourney(options: JourneyOptions): Journey {
  const clock = createClock(toDate(options.from));
  const username = options.bot ?? 'shop_bot';
  const random = createRandom(`${options.seed ?? 1}/${username}`);
  const bot = toBotUser(1_000_000_000 + (hashSeed(username) % 7_000_000_000), username);
  const messages = messageNumbers();
  const nextUpdateId = updateNumbers(random);
  const updates: DatedUpdate[] = [];
  const hits: DatedHit[] = [];
  const usedMoments = new Set<number>();

  function moment(): Date {
    let time = clock.now().getTime();
    while (usedMoments.has(time)) time += 1;
    usedMoments.add(time);
    return new Date(time);
  }

  function deliver(body: UpdateBody, date: Date): Update {
    const update: Update = { update_id: nextUpdateId(), ...body };
    updates.push({ date: date.toISOString(), update });
    return update;
  }

  const stage: Stage = {
    bot,
    random,
    moment,
    nextMessageId: messages.next,
    deliver,
    count: (hit, date) => void hits.push({ date: date.toISOString(), hit }),
  };

  return {
    updates,
    hits,
    bot: { id: bot.id, username },
    now: clock.now,
    user: (firstName, fields) => createSimulatedUser(stage, toUser(fields?.id ?? newUserId(random), firstName, fields)),
    group: (title) => ({ id: -1_001_000_000_000 - random.between(1, 999_999_999), type: 'supergroup', title }),
    after: clock.advance,
    at: clock.set,
    playInto(receiver) {
      for (const { update } of updates) receiver.receives(update);
    },
  };
}
