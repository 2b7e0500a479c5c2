import type { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openThrowawayStore } from '../../events/store/test-stores.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createCustomFields } from './custom-fields.ts';

describe.each(testEngines)('definitions of custom fields on $name', (engine) => {
  const metadata = testMetadata(engine);
  const rejectUnneeded = () => Promise.reject(new Error('the event store is not needed'));

  test('a name that is changed leaves the settings of the same moment alone', async () => {
    const bot = 'renamed000001';
    await insertBot(metadata().db, bot);
    const fields = createCustomFields({
      metadata: metadata(),
      store: { query: rejectUnneeded, write: rejectUnneeded },
    });
    await fields.create(bot, { key: 'plan', name: 'Plan', type: 'number', accountKey: 'ann' });
    await Promise.all([
      fields.update(bot, 'plan', { name: 'Plan', settings: { max: 9 } }),
      fields.update(bot, 'plan', { name: 'Tariff' }),
    ]);
    expect(await fields.list(bot)).toMatchObject([{ key: 'plan', settings: { max: 9 } }]);
    await expect(fields.update(bot, 'other', { name: 'Other' })).rejects.toMatchObject({ code: 'NotFound' });
  });
});

describe('values of custom fields', () => {
  const metadata = testMetadata();

  test('written by a process whose clock was years ahead lose to later ones of the next process, whose clock is right', async () => {
    const bot = 'ahead00000001';
    await insertBot(metadata().db, bot);
    const store = await openThrowawayStore();
    const process = (now: string) => createCustomFields({ metadata: metadata(), store, now: () => Date.parse(now) });
    try {
      const futureFields = process('2031-03-01T12:00:00Z');
      await futureFields.create(bot, { key: 'plan', name: 'Plan', type: 'text', accountKey: 'ann' });
      const write = (fields: typeof futureFields, value: string) =>
        fields.setValues(bot, [{ userId: 7, key: 'plan', value }], { kind: 'api' });
      await write(futureFields, 'old');
      const currentFields = process('2026-03-01T12:00:00Z');
      await write(currentFields, 'new');
      await write(currentFields, 'newest');
      expect(await currentFields.valuesOf(bot, [7])).toEqual(new Map([[7, { plan: 'newest' }]]));
      // A job of the user list writes its values under a version that it has stored before.
      const version = await process('2026-03-02T12:00:00Z').nextVersion(bot);
      expect(version).toBeGreaterThan((await currentFields.storedOf(bot, 'plan', [7])).get(7)?.version ?? 0);
    } finally {
      await store.close();
    }
  });

  test('are taken while the event store does not answer', async () => {
    const bot = 'away000000001';
    await insertBot(metadata().db, bot);
    const writtenEvents: unknown[] = [];
    const rejectAway = () => Promise.reject(new Error('away'));
    const store = {
      query: rejectAway,
      write: async (events: readonly unknown[]) => void writtenEvents.push(...events),
    };
    const fields = createCustomFields({ metadata: metadata(), store, now: () => Date.UTC(2026, 2, 1) });
    await fields.create(bot, { key: 'plan', name: 'Plan', type: 'text', accountKey: 'ann' });
    await fields.setValues(bot, [{ userId: 7, key: 'plan', value: 'base' }], { kind: 'api' });
    expect(writtenEvents).toHaveLength(1);
  });
});

async function insertBot(db: Kysely<Tables>, key: string): Promise<void> {
  const account = { id: 'ann' };
  await db
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = { key, bot_name: key, username: key, account_key: 'ann', api_key_hash: key };
  await db
    .insertInto('bots')
    .values({ ...row, token_sealed: null, token_hash: null, retention_days: null })
    .execute();
}
