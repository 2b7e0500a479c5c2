import { TargetDraft } from '@botscope/contract';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Tables } from '../../platform/metadata/tables.ts';

/** A target that an owner made. */
export interface OwnTarget extends TargetDraft {
  id: number;
  createdAt: Date;
}

const columns = ['target_id', 'name', 'trigger', 'value', 'created_at'] as const;

/** The rows of `targets`: removed ones stay, so that they can be brought back. */
export function createTargetStore(db: Kysely<Tables>) {
  const change = (bot: string, id: number) =>
    db.updateTable('targets').where('bot_key', '=', bot).where('target_id', '=', id);
  const toKnownTarget = (row: Row | undefined): OwnTarget | undefined =>
    row === undefined ? undefined : toTarget(row);

  return {
    /** The oldest first. */
    async all(bot: string): Promise<OwnTarget[]> {
      const rows = await db
        .selectFrom('targets')
        .select(columns)
        .where('bot_key', '=', bot)
        .where('removed_at', 'is', null)
        .orderBy('target_id')
        .execute();
      return rows.map(toTarget);
    },

    async insert(bot: string, draft: TargetDraft): Promise<OwnTarget> {
      const row = { bot_key: bot, ...toRow(draft) };
      return toTarget(await db.insertInto('targets').values(row).returning(columns).executeTakeFirstOrThrow());
    },

    /** Undefined for one that this bot does not have (any more). */
    async update(bot: string, id: number, draft: TargetDraft): Promise<OwnTarget | undefined> {
      const updateQuery = change(bot, id).where('removed_at', 'is', null).set(toRow(draft));
      return toKnownTarget(await updateQuery.returning(columns).executeTakeFirst());
    },

    async setRemoved(bot: string, id: number, removedAt: Date | null): Promise<OwnTarget | undefined> {
      const isThere = removedAt === null ? 'is not' : 'is';
      const updateQuery = change(bot, id).where('removed_at', isThere, null).set({ removed_at: removedAt });
      return toKnownTarget(await updateQuery.returning(columns).executeTakeFirst());
    },
  };
}

export type TargetStore = ReturnType<typeof createTargetStore>;

interface Row {
  target_id: number | string;
  name: string;
  trigger: unknown;
  value: unknown;
  created_at: Date;
}

const toRow = ({ name, trigger, value }: TargetDraft) => ({
  name,
  trigger: JSON.stringify(trigger),
  value: JSON.stringify(value),
});

/** Parses a row that was stored after a check by the same schema. */
const toTarget = ({ target_id, name, trigger, value, created_at }: Row): OwnTarget => ({
  ...z.parse(TargetDraft, { name, trigger, value }),
  id: Number(target_id),
  createdAt: new Date(created_at),
});
