import {
  type CustomField,
  type FieldKind,
  type FieldStatus,
  type FieldType,
  fieldStatuses,
  fieldTypes,
} from '@botscope/contract';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Tables } from '../../platform/metadata/tables.ts';

/** A custom field of a bot. */
export type FieldDefinition = Pick<CustomField, 'key' | 'name' | 'status'> & FieldKind & { createdAt: Date };

export interface NewField {
  key: string;
  name: string;
  type: FieldType;
  settings: FieldKind['settings'];
  accountKey: string | null;
}

const columns = ['key', 'name', 'type', 'status', 'settings', 'created_at'] as const;

/** The rows of `custom_fields`. */
export function createFieldStore(db: Kysely<Tables>) {
  const change = (bot: string, key: string) =>
    db.updateTable('custom_fields').where('bot_key', '=', bot).where('key', '=', key);
  const toOptionalField = (row: Row | undefined): FieldDefinition | undefined =>
    row === undefined ? undefined : toField(row);

  return {
    /** The oldest first. */
    async all(bot: string): Promise<FieldDefinition[]> {
      const rows = await db
        .selectFrom('custom_fields')
        .select(columns)
        .where('bot_key', '=', bot)
        .orderBy('id')
        .execute();
      return rows.map(toField);
    },

    /** Undefined if the key is taken. */
    async insert(bot: string, { accountKey, settings, ...field }: NewField): Promise<FieldDefinition | undefined> {
      const row = { bot_key: bot, ...field, settings: JSON.stringify(settings), account_key: accountKey };
      const insert = db.insertInto('custom_fields').values(row);
      const isFree = insert.onConflict((conflict) => conflict.columns(['bot_key', 'key']).doNothing());
      return toOptionalField(await isFree.returning(columns).executeTakeFirst());
    },

    /** Settings stay as they are unless given. Undefined for one that this bot does not have. */
    async update(
      bot: string,
      key: string,
      { name, settings }: Pick<NewField, 'name'> & Partial<Pick<NewField, 'settings'>>,
    ): Promise<FieldDefinition | undefined> {
      const updateQuery = change(bot, key).set({ name, ...(settings && { settings: JSON.stringify(settings) }) });
      return toOptionalField(await updateQuery.returning(columns).executeTakeFirst());
    },

    async setStatus(bot: string, key: string, status: FieldStatus): Promise<FieldDefinition | undefined> {
      return toOptionalField(await change(bot, key).set({ status }).returning(columns).executeTakeFirst());
    },
  };
}

interface Row {
  key: string;
  name: string;
  type: string;
  status: string;
  settings: unknown;
  created_at: Date;
}

/** Trusts the settings: they were checked before they were stored, see check-settings.ts. */
function toField({ key, name, type, status, settings, created_at }: Row): FieldDefinition {
  const kind = { type: z.parse(z.enum(fieldTypes), type), settings } as FieldKind;
  return { key, name, status: z.parse(z.enum(fieldStatuses), status), createdAt: new Date(created_at), ...kind };
}
