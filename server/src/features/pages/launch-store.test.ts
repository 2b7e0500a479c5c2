import { describe, expect, it } from 'vitest';
import type { ProvenLaunch } from '../../ingest/hits/launch-proofs.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createLaunchStore, forgetOldLaunches } from './launch-store.ts';

const launchTime = Date.parse('2026-03-01T10:00:00Z');
const launch = (digit: string, changes: Partial<ProvenLaunch> = {}): ProvenLaunch => ({
  launch: digit.repeat(32),
  user: { id: 7, firstName: 'A\0nn', lastName: '', username: 'ann', language: 'en', isPremium: true },
  ...{ proof: 'hmac', authAt: launchTime - 60_000, provenAt: launchTime, openedBy: '' },
  ...changes,
});
const name = (digits: string) => digits.padEnd(32, '0');
const bot = '0123456789abc';

describe.each(testEngines)('launches on $name', (engine) => {
  const metadata = testMetadata(engine);

  it('are found by their ID and by every name that a script gave them', async () => {
    const store = createLaunchStore(metadata().db);
    await store.remember(1, bot, launch('a'), name('11'));
    await store.remember(1, bot, launch('a'), name('12'));
    const expectedLaunch = { ...launch('a'), user: { ...launch('a').user, firstName: 'A\ufffdnn' } };
    const foundLaunches = await Promise.all(
      ['a'.repeat(32), name('11'), name('12'), name('13')].map((one) => store.find(1, one)),
    );
    expect(foundLaunches).toEqual([expectedLaunch, expectedLaunch, expectedLaunch, null]);
    expect(await store.find(2, 'a'.repeat(32))).toBeNull();
  });

  it('a name belongs to the launch that had it first', async () => {
    const store = createLaunchStore(metadata().db);
    await store.remember(1, bot, launch('b'), name('21'));
    expect((await store.remember(1, bot, launch('c'), name('21'))).launch).toBe('c'.repeat(32));
    expect((await store.find(1, name('21')))?.launch).toBe('b'.repeat(32));
  });

  it('the first event that opened one stays, of whatever process', async () => {
    const [one, peer] = [createLaunchStore(metadata().db), createLaunchStore(metadata().db)];
    expect((await one.remember(1, bot, launch('d'), name('31'))).openedBy).toBe('');
    const results = await Promise.all([
      one.remember(1, bot, launch('d', { openedBy: 'first' }), name('31')),
      one.remember(1, bot, launch('d', { openedBy: 'second' }), name('32')),
    ]);
    expect(results.map(({ openedBy }) => openedBy)).toEqual(['first', 'first']);
    expect((await peer.remember(1, bot, launch('d', { openedBy: 'third' }), name('33'))).openedBy).toBe('first');
  });

  it('are forgotten after a week', async () => {
    const { db } = metadata();
    const store = createLaunchStore(db);
    await store.remember(9, bot, launch('e'), name('41'));
    expect(await forgetOldLaunches(db, launchTime + 7 * 86_400_000)).toBe(0);
    expect(await forgetOldLaunches(db, launchTime + 7 * 86_400_000 + 1)).toBeGreaterThanOrEqual(2);
    expect(await store.find(9, name('41'))).toBeNull();
  });
});
