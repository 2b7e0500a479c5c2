import { describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { forgetExpired } from './feature.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const [pastExpiry, futureExpiry] = [new Date(now - 1_000), new Date(now + 1_000)];

describe.each(testEngines)('expired rows on $name', (engine) => {
  const metadata = testMetadata(engine);

  test('are deleted, and no others', async () => {
    const { db } = metadata();
    await db.insertInto('accounts').values({ id: 'a', email: 'ann@example.com' }).execute();
    const session = (id: string, expires_at: Date) => ({ id, token: id, account_id: 'a', expires_at });
    await db
      .insertInto('sessions')
      .values([session('old', pastExpiry), session('new', futureExpiry)])
      .execute();
    const code = (id: string, expires_at: Date) => ({ id, identifier: id, value: 'x', expires_at });
    await db
      .insertInto('verifications')
      .values([code('old', pastExpiry), code('older', pastExpiry), code('new', futureExpiry)])
      .execute();
    const attempt = (key: string, window_ends_at: Date) => ({ key, count: 1, window_ends_at });
    await db
      .insertInto('attempts')
      .values([attempt('old', pastExpiry), attempt('new', futureExpiry)])
      .execute();

    expect(await forgetExpired(db, now)).toEqual({ sessions: 1, codes: 2, limits: 1, devices: 0, signUps: 0 });
    expect(await db.selectFrom('sessions').select('id').execute()).toEqual([{ id: 'new' }]);
    expect(await db.selectFrom('verifications').select('id').execute()).toEqual([{ id: 'new' }]);
    expect(await db.selectFrom('attempts').select('key').execute()).toEqual([{ key: 'new' }]);
  });
});
