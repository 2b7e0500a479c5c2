import { describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { describeOrigin, forgetOldAudit, isNewDevice, recordAudit, subjectOf } from './audit.ts';

describe.each(testEngines)('the audit log on $name', (engine) => {
  const metadata = testMetadata(engine);
  const raw = { ip: '192.0.2.7', headers: { 'user-agent': 'Firefox'.padEnd(1_000, '!') } };
  const call = { account: { key: 'ann', email: 'ann@example.com', tid: 7 }, bot: { key: '0123456789abc' }, raw };
  const recordedAt = new Date('2026-03-01T10:00:00Z');

  test('keeps who, what, when and from where', async () => {
    const { db } = metadata();
    await recordAudit(db, {
      ...subjectOf(call),
      action: 'access_granted',
      detail: { to: 'ben', role: 'viewer' },
      at: recordedAt,
    });
    await recordAudit(db, {
      ...subjectOf({ account: null, raw: { ip: '::1', headers: {} } }),
      action: 'sign_in_failed',
    });
    const [grantEntry, failureEntry] = await db.selectFrom('audit').selectAll().orderBy('id').execute();
    expect(grantEntry).toEqual({
      id: expect.anything(),
      at: recordedAt,
      account_key: 'ann',
      actor: 'ann@example.com',
      bot_key: '0123456789abc',
      action: 'access_granted',
      detail: { to: 'ben', role: 'viewer' },
      ip: '192.0.2.7',
      user_agent: 'Firefox'.padEnd(400, '!'),
    });
    expect(failureEntry).toMatchObject({ account_key: null, actor: '', bot_key: null, detail: {}, user_agent: '' });
  });

  test('names accounts without an email by their Telegram id', () => {
    expect(subjectOf({ ...call, account: { key: 'tg', email: null, tid: 7 } }).actor).toBe('7');
  });

  test('has no entry for an action that did not happen', async () => {
    const { db } = metadata();
    const action = db.transaction().execute(async (transaction) => {
      await recordAudit(transaction, { ...subjectOf(call), action: 'bot_removed' });
      throw new Error('changed my mind');
    });
    await expect(action).rejects.toThrow('changed my mind');
    expect(await db.selectFrom('audit').where('action', '=', 'bot_removed').selectAll().execute()).toEqual([]);
  });

  test('forgets what is older than a year', async () => {
    const { db } = metadata();
    await db.deleteFrom('audit').execute();
    const now = Date.parse('2026-03-01T04:00:00Z');
    const entry = { ...subjectOf(call), action: 'bot_renamed' } as const;
    await recordAudit(db, { ...entry, at: new Date('2025-03-01T03:59:59Z') });
    await recordAudit(db, { ...entry, at: new Date('2025-03-01T04:00:01Z') });
    expect(await forgetOldAudit(db, now)).toBe(1);
    expect(await db.selectFrom('audit').select('at').execute()).toEqual([{ at: new Date('2025-03-01T04:00:01Z') }]);
  });

  test('distinguishes new devices from known ones, whatever their version', async () => {
    const { db } = metadata();
    const firefox = { ...subjectOf(call), userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };
    expect(await isNewDevice(db, 'eve', firefox)).toBe(false);
    await recordAudit(db, { ...firefox, accountKey: 'eve', action: 'sign_up' });
    expect(await isNewDevice(db, 'eve', { userAgent: firefox.userAgent.replaceAll('140', '141') })).toBe(false);
    expect(await isNewDevice(db, 'eve', { userAgent: 'curl/8.5.0' })).toBe(true);
    expect(describeOrigin(firefox)).toBe('Firefox, Linux · 192.0.2.7');
  });
});
