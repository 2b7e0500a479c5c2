import type { Erasure, ErasureCertificate, ErasureMode } from '@botscope/contract';
import type { Kysely } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { type AuditSubject, recordAudit } from '../audit/audit.ts';
import type { ErasedUsers } from '../erased-users/erased-users.ts';
import { sealUsers } from './erasing-users.ts';
import { type ErasureRow, presentErasure } from './erasure-store.ts';
import { finishErasures, type PurgeDeps, purgeErasures } from './purge.ts';
import { runErasure } from './run-erasure.ts';

const pageSize = 50;

/** Erases users: docs/decisions/0028-erasure.md. */
export interface Erasures {
  /**
   * Blocks users at once and erases what is stored about them in the background; does not wait for its end. Records the
   * audit entry. At most 1,000 users; those unknown to the bot are blocked too. A bot that is being moved to
   * another event server is erased from when the move has ended. A repetition under a reserved ID finds the erasure that
   * has begun, and changes nothing.
   * @throws AppError AccessDenied for the demo bot
   */
  begin(
    bot: ErasedBot,
    userIds: readonly number[],
    mode: ErasureMode,
    actor: AuditSubject,
    reservedId?: number,
  ): Promise<Erasure>;
  /** An ID for `begin`: who stores it first can repeat the call after a crash. */
  reserveId(): Promise<number>;
  /** The latest first; `before` is the last one of the page before. */
  list(bot: string, before: number | null): Promise<{ erasures: Erasure[]; next: string | null }>;
  /** @throws AppError NotFound, ErasureNotDone */
  certificate(bot: string, id: number): Promise<ErasureCertificate>;
  /** Continues what a stopped process has left, and ends what is purged. */
  continueAll(): Promise<{ continued: number; done: number }>;
  /** Purges what was hidden at least ten minutes before `now` (Unix ms). */
  purge(now: number): Promise<{ purged: number; waiting: number }>;
  /** Resolves when nothing runs in this process. */
  settled(): Promise<void>;
}

interface ErasedBot {
  key: string;
  is_demo: boolean;
}

export function createErasures(
  deps: PurgeDeps & {
    metadata: { db: Kysely<Tables> };
    sealer: Sealer;
    erasedUsers: ErasedUsers;
    now?: () => number;
  },
): Erasures {
  const { rows, metadata, sealer, erasedUsers, namesOf, now = Date.now } = deps;
  /** One after another for each bot: a hundred that begin at once would take a connection each, for the lock. */
  const activeRuns = new Map<string, Promise<void>>();

  function run(row: ErasureRow): Promise<void> {
    const bot = row.bot_key;
    const turn = (activeRuns.get(bot) ?? Promise.resolve())
      .then(() => runErasure(deps, Number(row.erasure_id)))
      .catch((error: unknown) => deps.logger.warn({ err: error, bot }, 'an erasure is continued by the next job'))
      .finally(() => {
        if (activeRuns.get(bot) === turn) activeRuns.delete(bot);
      });
    activeRuns.set(bot, turn);
    return turn;
  }
  const presentErasures = async (list: readonly ErasureRow[]): Promise<Erasure[]> => {
    const names = await namesOf(list.map((row) => row.created_by));
    return list.map((row) => presentErasure(row, names));
  };

  return {
    async begin({ key: bot, is_demo }, userIds, mode, actor, reservedId) {
      // Its users are made up, and everyone sees them.
      if (is_demo) throw new AppError('AccessDenied');
      const users = sealUsers(sealer, bot, userIds, mode);
      const id = reservedId ?? (await rows.reserveId());
      const createdErasure = await metadata.db.transaction().execute(async (transaction) => {
        const erasure = await rows.insert(transaction, { id, bot, mode, createdBy: actor.accountKey, users });
        if (erasure === undefined) return undefined;
        await erasedUsers.block(transaction, bot, [...users.keys()], new Date(now()));
        const detail = { erasure_id: id, mode, users: users.size };
        await recordAudit(transaction, { ...actor, botKey: bot, action: 'users_erased', detail });
        return erasure;
      });
      await erasedUsers.announce(bot);
      const row = createdErasure ?? (await rows.one(id));
      if (row === undefined) throw new AppError('NotFound');
      void run(row);
      const [erasure = presentErasure(row, new Map())] = await presentErasures([row]);
      return erasure;
    },
    reserveId: () => rows.reserveId(),
    async list(bot, before) {
      const page = await rows.list(bot, before, pageSize + 1);
      const erasures = await presentErasures(page.slice(0, pageSize));
      return { erasures, next: page.length > pageSize ? String(erasures.at(-1)?.erasure_id) : null };
    },
    async certificate(bot, id) {
      const row = await rows.one(id);
      if (row === undefined || row.bot_key !== bot) throw new AppError('NotFound');
      if (row.state !== 'done') throw new AppError('ErasureNotDone');
      return row.certificate as ErasureCertificate;
    },
    async continueAll() {
      const abandoned = await rows.abandoned();
      await Promise.all(abandoned.map(run));
      return { continued: abandoned.length, ...(await finishErasures(deps)) };
    },
    purge: (moment) => purgeErasures(deps, moment),
    async settled() {
      await Promise.all(activeRuns.values());
    },
  };
}
