import { type CustomField, type FieldStatus, isFieldKey, maxCustomFields } from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import { type Bus, createLocalBus } from '../../platform/bus/bus.ts';
import { clockFrom } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { fairLoop } from '../../platform/fairness/fair-loop.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { checkSettings } from './check-settings.ts';
import { createFieldDefinitions, type FieldsByKey } from './field-definitions.ts';
import { createFieldStore, type FieldDefinition, type NewField } from './field-store.ts';
import {
  countValues,
  loadHistory,
  loadNewestVersion,
  loadStoredValues,
  loadValues,
  type StoredChange,
  type StoredValue,
  type ValuesByKey,
} from './field-values.ts';
import {
  type ChangedBy,
  createVersions,
  type RejectedValue,
  timeOf,
  type ValueChange,
  valuesInSteps,
  type WrittenValues,
} from './write-values.ts';

export type { FieldsByKey } from './field-definitions.ts';
export type { FieldDefinition } from './field-store.ts';
export type { StoredChange, StoredValue, ValuesByKey } from './field-values.ts';
export type { ChangedBy, RejectedValue, ValueChange } from './write-values.ts';

type Draft = Omit<NewField, 'settings'> & { settings?: unknown };

/** Custom fields of a bot's users: docs/metrics.md, "Custom fields". */
export interface CustomFields {
  /** From memory, archived ones too; the oldest first. */
  definitionsOf(bot: string): Promise<FieldsByKey>;
  /** Like `definitionsOf`, but from the store. */
  list(bot: string): Promise<FieldDefinition[]>;
  /** Number of bot users with a value, by key. */
  countsOf(bot: string): Promise<Map<string, number>>;
  /** @throws AppError InvalidKey, KeyTaken, InvalidJson, RequiredFields, InvalidField, TooManyFields beyond 200 */
  create(bot: string, draft: Draft): Promise<FieldDefinition>;
  /** @throws AppError NotFound, InvalidJson, RequiredFields, InvalidField */
  update(bot: string, key: string, draft: Pick<Draft, 'name' | 'settings'>): Promise<FieldDefinition>;
  /** @throws AppError NotFound */
  setStatus(bot: string, key: string, status: FieldStatus): Promise<FieldDefinition>;
  /**
   * Writes values; resolves when those that the fields take are durable. Of several changes of one value the last one
   * wins. Makes nobody a bot user. @throws AppError StoreUnavailable; then nothing is written.
   */
  setValues<Change extends ValueChange>(
    bot: string,
    changes: readonly Change[],
    by: ChangedBy,
    /** One of `nextVersion`, for changes of different values: the same changes with the same version are one write. */
    version?: number,
  ): Promise<WrittenValues<Change>>;
  /** A version that is greater than those of all writes of the bot so far. */
  nextVersion(bot: string): Promise<number>;
  /** Returns the changes that no field takes; writes nothing. */
  check<Change extends ValueChange>(bot: string, changes: readonly Change[]): Promise<RejectedValue<Change>[]>;
  /** Values of some users in the fields that are not archived. */
  valuesOf(bot: string, users: readonly number[]): Promise<Map<number, ValuesByKey>>;
  /** Values of some users in one field, removed ones too, with the version of the last write; others are left out. */
  storedOf(bot: string, key: string, users: readonly number[]): Promise<Map<number, StoredValue>>;
  /** The newest 100 changes of one user's values, of one field if given; data retention deletes old ones. */
  historyOf(bot: string, user: number, field?: string): Promise<StoredChange[]>;
}

export function createCustomFields(deps: {
  metadata: Pick<Metadata, 'db'>;
  store: Pick<EventStore, 'query' | 'write'>;
  bus?: Pick<Bus, 'publish' | 'subscribe'>;
  now?: () => number;
}): CustomFields {
  const { store, metadata, bus = createLocalBus() } = deps;
  const now = deps.now ?? Date.now;
  const rows = createFieldStore(metadata.db);
  const definitions = createFieldDefinitions((bot) => rows.all(bot), clockFrom(deps.now).monotonic);
  bus.subscribe('fields-changed', ({ key }) => definitions.forget(key));
  const versions = createVersions((bot) => loadNewestVersion(store, bot));

  const read = async <Change extends ValueChange>(
    bot: string,
    changes: readonly Change[],
    actor: ChangedBy,
    version?: number,
  ) => {
    const fields = await definitions.of(bot, new Set(changes.map(({ key }) => key)));
    if (version === undefined) await versions.prepare(bot);
    const writer =
      version === undefined
        ? { now: now(), nextVersion: (time: number) => versions.next(bot, time) }
        : { now: timeOf(version), nextVersion: () => version };
    return fairLoop.run(bot, valuesInSteps(bot, changes, { fields, by: actor, ...writer }));
  };
  const publishChange = (bot: string, field: FieldDefinition | undefined): FieldDefinition => {
    if (field === undefined) throw new AppError('NotFound', { field: 'field' });
    bus.publish('fields-changed', bot);
    return field;
  };

  return {
    definitionsOf: (bot) => definitions.of(bot),
    list: (bot) => rows.all(bot),
    countsOf: (bot) => countValues(store, bot),
    async create(bot, draft) {
      if (!isFieldKey(draft.key)) throw new AppError('InvalidKey', { field: 'key' });
      const settings = checkSettings(draft.type, draft.settings);
      // One at a time for each bot: of two that come in one moment, one may be too many.
      const createdField = await metadata.db.transaction().execute(async (transaction) => {
        await lockBot(transaction, bot);
        const inside = createFieldStore(transaction);
        if ((await inside.all(bot)).length >= maxCustomFields) throw new AppError('TooManyFields');
        return inside.insert(bot, { ...draft, settings });
      });
      if (createdField === undefined) throw new AppError('KeyTaken', { field: 'key' });
      return publishChange(bot, createdField);
    },
    async update(bot, key, { name, settings }) {
      if (settings === undefined) return publishChange(bot, await rows.update(bot, key, { name }));
      const field = (await rows.all(bot)).find((one) => one.key === key);
      if (field === undefined) throw new AppError('NotFound', { field: 'field' });
      return publishChange(bot, await rows.update(bot, key, { name, settings: checkSettings(field.type, settings) }));
    },
    async setStatus(bot, key, status) {
      return publishChange(bot, await rows.setStatus(bot, key, status));
    },
    async setValues(bot, changes, actor, version) {
      const result = await read(bot, changes, actor, version);
      await store.write(result.events);
      return result;
    },
    async nextVersion(bot) {
      await versions.prepare(bot);
      return versions.next(bot, now());
    },
    check: async (bot, changes) => (await read(bot, changes, { kind: 'api' })).rejected,
    async valuesOf(bot, users) {
      const fields = await definitions.of(bot);
      const open = new Map([...fields].filter(([, { status }]) => status !== 'archived'));
      return loadValues(store, bot, open, users);
    },
    async storedOf(bot, key, users) {
      const field = (await definitions.of(bot, [key])).get(key);
      return field === undefined ? new Map() : loadStoredValues(store, bot, field, users);
    },
    historyOf: (bot, user, field) =>
      loadHistory(store, bot, { user, now: now(), ...(field === undefined ? {} : { field }) }),
  };
}

export const presentField = ({ createdAt, ...field }: FieldDefinition): CustomField => ({
  ...field,
  settings: { ...field.settings },
  created_at: createdAt.toISOString(),
});
