import type { Event } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Bus } from '../../platform/bus/bus.ts';
import { inChunks, toJsonb } from '../../platform/metadata/jsonb.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { userHash } from '../../platform/outgoing/user-hash.ts';

/** Pause before the store is written to again, after it was away, ms. */
const retryMs = 5_000;

/**
 * Users about whom nothing is stored, by keyed hash: docs/decisions/0028-erasure.md. In memory in every process; a
 * change elsewhere arrives within a second. A bot without erased users costs a look at a map.
 */
export interface ErasedUsers {
  /**
   * The events that may be stored. Those of erased users are dropped until they send `/start` again; what happened
   * before the erasure, or between it and that start, is dropped for good.
   */
  withoutErased(events: readonly Event[]): readonly Event[];
  /** Whether nothing may be sent to a user now. Numbers that anonymised users got count as well. */
  isErased(bot: string, userId: number): boolean;
  /** Whether a user was erased once, whatever came after. */
  wasErased(bot: string, userId: number): boolean;
  /** Blocks users as of a moment, in a transaction of the caller, who calls `announce` after it. */
  block(transaction: Kysely<Tables>, bot: string, hashes: readonly string[], erasedAt: Date): Promise<void>;
  /** To be called when a block is committed: from then on this process stores nothing about them. */
  announce(bot: string): Promise<void>;
}

/** That a user started the bot again, as the store has it. */
interface Lift {
  bot_key: string;
  user_hash: string;
  erased_at: string;
  lifted_at: string;
}

/** Anonymised users have numbers from here on; Telegram's have at most 52 bits. */
export const firstAnonymous = 2 ** 52;

interface ErasedUsersDeps {
  db: Kysely<Tables>;
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  sealer: Pick<Sealer, 'hash'>;
  logger: Pick<Logger, 'warn'>;
}

/** Writes to the store that users came back. */
function liftWriter({ db, bus, logger }: Omit<ErasedUsersDeps, 'sealer'>) {
  const timers = new Set<NodeJS.Timeout>();
  let isClosed = false;

  /** The memory knows already; they are written to the store, together, until that succeeds. */
  async function store(lifts: readonly Lift[]): Promise<void> {
    for (const [index, chunk] of inChunks(lifts).entries()) {
      if (isClosed) return;
      try {
        await sql`
          UPDATE erased_users SET lifted_at = lift.lifted_at
          FROM jsonb_to_recordset(${toJsonb(chunk)}::jsonb)
            AS lift(bot_key text, user_hash text, erased_at timestamptz, lifted_at timestamptz)
          WHERE erased_users.bot_key = lift.bot_key AND erased_users.user_hash = lift.user_hash
            AND erased_users.erased_at = lift.erased_at`.execute(db);
        for (const bot of new Set(chunk.map(({ bot_key }) => bot_key))) bus.publish('erasures-changed', bot);
      } catch (error) {
        logger.warn({ err: error }, 'users who came back are still blocked in the store; trying again');
        const timer = setTimeout(() => {
          timers.delete(timer);
          void store(inChunks(lifts).slice(index).flat());
        }, retryMs).unref();
        timers.add(timer);
        return;
      }
    }
  }

  return {
    store,
    close(): void {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

export async function createErasedUsers(deps: ErasedUsersDeps): Promise<ErasedUsers & { close(): void }> {
  const { db, bus, sealer, logger } = deps;
  const blocks = new Map<string, Map<string, Block>>();
  const lifts = liftWriter(deps);

  /** Loads one bot's users, or all. */
  async function load(bot: string | null): Promise<void> {
    const query = db.selectFrom('erased_users').selectAll();
    const rows = await (bot === null ? query : query.where('bot_key', '=', bot)).execute();
    const before = new Map(blocks);
    if (bot === null) blocks.clear();
    else blocks.delete(bot);
    for (const { bot_key: key, user_hash: hash, erased_at: erasedAt, lifted_at: liftedAt } of rows) {
      const ofBot = blocks.get(key) ?? new Map<string, Block>();
      blocks.set(key, ofBot);
      const block = {
        erasedAt: new Date(erasedAt).getTime(),
        liftedAt: liftedAt === null ? null : new Date(liftedAt).getTime(),
      };
      const knownBlock = before.get(key)?.get(hash);
      // They came back a moment ago, which the store does not know yet.
      if (knownBlock?.erasedAt === block.erasedAt) block.liftedAt ??= knownBlock.liftedAt;
      ofBot.set(hash, block);
    }
  }

  /** Loads run one after another: what is kept at last is what was read last. */
  let queue: Promise<void> = Promise.resolve();
  function reload(bot: string | null): Promise<void> {
    const turn = queue.then(() => load(bot));
    queue = turn.catch((error: unknown) => logger.warn({ err: error }, 'erased users could not be loaded'));
    return turn;
  }

  const find = (bot: string, userId: number): Block | undefined => {
    const ofBot = blocks.get(bot);
    return ofBot === undefined || userId === 0 ? undefined : ofBot.get(userHash(sealer, bot, userId));
  };

  await load(null);
  const stop = bus.subscribe('erasures-changed', ({ key, isOwn }) => {
    // Its own changes are in memory already.
    if (!isOwn) void reload(key).catch(() => undefined);
  });

  return {
    withoutErased(events) {
      if (events.every(({ bot }) => !blocks.has(bot))) return events;
      const candidates = events.map((event) => ({ event, block: find(event.bot, event.userId) }));
      // First: the events of one request are in no order.
      const newLifts: Lift[] = [];
      for (const { event, block } of candidates) {
        if (block === undefined || !liftsBlock(block, event)) continue;
        block.liftedAt = momentOf(event);
        newLifts.push({
          bot_key: event.bot,
          user_hash: userHash(sealer, event.bot, event.userId),
          erased_at: new Date(block.erasedAt).toISOString(),
          lifted_at: new Date(block.liftedAt).toISOString(),
        });
      }
      void lifts.store(newLifts);
      return candidates.flatMap(({ event, block }) => (block === undefined || isStored(block, event) ? [event] : []));
    },
    isErased: (bot, userId) => userId >= firstAnonymous || find(bot, userId)?.liftedAt === null,
    wasErased: (bot, userId) => find(bot, userId) !== undefined,
    async block(transaction, bot, hashes, erasedAt) {
      const rows = hashes.map((user_hash) => ({ bot_key: bot, user_hash, erased_at: erasedAt, lifted_at: null }));
      await transaction
        .insertInto('erased_users')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['bot_key', 'user_hash']).doUpdateSet({ erased_at: erasedAt, lifted_at: null }),
        )
        .execute();
    },
    async announce(bot) {
      await reload(bot);
      bus.publish('erasures-changed', bot);
    },
    close() {
      lifts.close();
      stop();
    },
  };
}

/** A user whose data were erased. Unix ms. */
interface Block {
  erasedAt: number;
  /** When they started the bot again; null: not yet. */
  liftedAt: number | null;
}

type Dated = Pick<Event, 'time' | 'sentAt'>;
type Candidate = Dated & Pick<Event, 'isStart' | 'kind'>;

/**
 * When an event happened at the latest. Telegram's own date may be earlier than the receipt: a webhook that was late by a
 * day. It has whole seconds, so what happened in the second of an erasure counts as before it.
 */
const momentOf = ({ time, sentAt }: Dated): number => (sentAt > 0 ? Math.min(time, sentAt * 1_000) : time);

/** Whether an event ends a block: a `/start` in the private chat, not an entry of an imported list nor a Mini App. */
const liftsBlock = (block: Block, event: Candidate): boolean =>
  block.liftedAt === null && event.isStart && event.kind === 'message' && momentOf(event) > block.erasedAt;

/** Whether an event of a user may be stored: what happened before the erasure, or before they came back, never is. */
const isStored = ({ liftedAt }: Block, event: Dated): boolean => liftedAt !== null && momentOf(event) >= liftedAt;
