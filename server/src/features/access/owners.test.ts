import { describe, expect, it } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { ownersFor } from './feature.ts';

describe.each(testEngines)('owners of shared bots on $name', (engine) => {
  const metadata = testMetadata(engine);

  it('are named to those who have access, by email or by the name in Telegram', async () => {
    const { db } = metadata();
    await db
      .insertInto('accounts')
      .values([
        { id: 'ann', email: 'ann@example.com' },
        { id: 'ben', email: 'ben@example.com' },
        { id: 'tom', telegram_name: 'Tom T.', tid: 5 },
      ])
      .execute();
    const bot = (key: string, account_key: string) => ({
      key,
      bot_name: `${account_key}_bot`,
      username: `${account_key}_bot`,
      account_key,
      api_key_hash: key,
    });
    const keys = { ann: 'a123456789abc', ben: 'b123456789abc', tom: 'c123456789abc' };
    await db
      .insertInto('bots')
      .values([bot(keys.ann, 'ann'), bot(keys.ben, 'ben'), bot(keys.tom, 'tom')])
      .execute();
    // A grant from before the account owned the bot does not count.
    await db
      .insertInto('grants')
      .values([keys.ann, keys.tom, keys.ben].map((bot_key) => ({ bot_key, account_key: 'ben', role: 'viewer' })))
      .execute();
    expect(await ownersFor(db, 'ben')).toEqual({ [keys.ann]: 'ann@example.com', [keys.tom]: 'Tom T.' });
    expect(await ownersFor(db, 'ann')).toEqual({});
  });
});
