import { describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createCustomFields } from './custom-fields.ts';

describe.each(testEngines)('definitions of custom fields on $name', (engine) => {
  const metadata = testMetadata(engine);
  const never = () => Promise.reject(new Error('the event store is not needed'));

  test('a name that is changed leaves the settings of the same moment alone', async () => {
    const bot = 'renamed000001';
    const { db } = metadata();
    await db.insertInto('accounts').values({ id: 'ann' }).execute();
    const row = { key: bot, bot_name: 'x_bot', username: 'x_bot', account_key: 'ann', api_key_hash: '' };
    const nothing = { token_sealed: null, token_hash: null, retention_days: null };
    await db
      .insertInto('bots')
      .values({ ...row, ...nothing })
      .execute();
    const fields = createCustomFields({ metadata: metadata(), store: { query: never, write: never } });
    await fields.create(bot, { key: 'plan', name: 'Plan', type: 'number', accountKey: 'ann' });
    await Promise.all([
      fields.update(bot, 'plan', { name: 'Plan', settings: { max: 9 } }),
      fields.update(bot, 'plan', { name: 'Tariff' }),
    ]);
    expect(await fields.list(bot)).toMatchObject([{ key: 'plan', settings: { max: 9 } }]);
    await expect(fields.update(bot, 'other', { name: 'Other' })).rejects.toMatchObject({ code: 'NotFound' });
  });
});
