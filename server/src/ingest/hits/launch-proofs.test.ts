import { createSigner, openedBy, signInitData } from '@botscope/testkit/init-data.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '../../platform/time-units.ts';
import { importKey } from './init-data.ts';
import { createLaunchProofs, type LaunchStore, type ProvenLaunch } from './launch-proofs.ts';

const token = `123456789:${'A'.repeat(35)}`;
const signer = createSigner();
const bot = { token, telegramId: null };
const app = { id: 1, bot: '0123456789abc' };
const openedAt = Date.parse('2026-03-01T10:00:00Z');
const initData = signInitData(openedBy({ id: 7, first_name: 'Ann' }, openedAt, { start_param: 'ads' }), {
  token,
  signer,
});
const name = 'ab'.repeat(16);

let now: number;
let rows: Map<string, ProvenLaunch>;
let finds: number;
const store: LaunchStore = {
  async find(id, launchName) {
    finds += 1;
    return rows.get(`${id} ${launchName}`) ?? null;
  },
  async remember(id, _bot, launch, other) {
    const before = rows.get(`${id} ${launch.launch}`);
    const mergedLaunch = before === undefined ? launch : { ...before, openedBy: before.openedBy || launch.openedBy };
    for (const each of [mergedLaunch.launch, other]) rows.set(`${id} ${each}`, mergedLaunch);
    return mergedLaunch;
  },
};
/** A process that has just started. */
function start() {
  const proofs = createLaunchProofs({ store, keys: [importKey(signer.publicKey)], now: () => now });
  type Request = Parameters<typeof proofs.prove>[2];
  const resolve = async (targetApp: typeof app, targetBot: Parameters<typeof proofs.prove>[1], request: Request) =>
    proofs.remember(targetApp, await proofs.prove(targetApp, targetBot, request), request.launchName);
  return { ...proofs, resolve };
}
const request = (overrides: Partial<{ initData: string; launchName: string; openedBy: string }> = {}) => ({
  ...{ initData, launchName: name, openedBy: '' },
  ...overrides,
});
const laterFields = { initData: '' };

beforeEach(() => {
  now = openedAt + 1_000;
  rows = new Map();
  finds = 0;
});

describe('an opening', () => {
  test('is proven once and known by its name, also to other processes and after a restart', async () => {
    const first = await start().resolve(app, bot, request({ openedBy: 'e1' }));
    expect(first).toMatchObject({ problem: null, startParam: 'ads', proven: { user: { id: 7 }, openedBy: 'e1' } });
    const secondVerdict = await start().resolve(app, bot, request(laterFields));
    expect(secondVerdict).toMatchObject({
      launch: first.launch,
      startParam: '',
      proven: { user: { id: 7 }, openedBy: 'e1' },
    });
  });

  test('lasts a week, while its page stays open', async () => {
    const proofs = start();
    now = openedAt + 23 * hourMs;
    expect((await proofs.resolve(app, bot, request())).proven).not.toBeNull();
    now += 3 * dayMs;
    expect((await proofs.resolve(app, bot, request(laterFields))).proven).not.toBeNull();
    // Its page is loaded again, in another process, with data that are three days old.
    expect((await start().resolve(app, bot, request({ launchName: 'cd'.repeat(16) }))).proven).not.toBeNull();
    now += 4 * dayMs;
    for (const proofs of [start(), start()]) {
      expect(await proofs.resolve(app, bot, request(laterFields))).toMatchObject({ proven: null, problem: 'Expired' });
      expect(await proofs.resolve(app, bot, request())).toMatchObject({ proven: null, problem: 'Expired' });
    }
  });

  test('that nobody reported within a day is not proven any more', async () => {
    now = openedAt + 24 * hourMs;
    expect((await start().resolve(app, bot, request())).problem).toBeNull();
    rows.clear();
    now += 1;
    expect(await start().resolve(app, bot, request())).toMatchObject({
      launch: name,
      proven: null,
      problem: 'Expired',
    });
  });

  test('begins with the first event that a request has, and stays with it', async () => {
    const proofs = start();
    expect((await proofs.resolve(app, bot, request())).proven?.openedBy).toBe('');
    expect((await proofs.resolve(app, bot, request({ openedBy: 'e1' }))).proven?.openedBy).toBe('e1');
    expect((await proofs.resolve(app, bot, request({ openedBy: 'e2' }))).proven?.openedBy).toBe('e1');
  });

  test('costs the store one question, and a name that nobody has another', async () => {
    const proofs = start();
    for (let index = 0; index < 10; index += 1) await proofs.resolve(app, bot, request());
    for (let index = 0; index < 10; index += 1) await proofs.resolve(app, bot, request(laterFields));
    expect(finds).toBe(0);
    for (let index = 0; index < 10; index += 1) {
      const verdict = await proofs.resolve(app, bot, request({ ...laterFields, launchName: 'ef'.repeat(16) }));
      expect(verdict).toEqual({
        launch: 'ef'.repeat(16),
        proven: null,
        problem: 'NoInitData',
        startParam: '',
        allowedAt: null,
      });
    }
    expect(finds).toBe(1);
    // It may become known: with initData it is.
    expect((await proofs.resolve(app, bot, request({ launchName: 'ef'.repeat(16) }))).proven).not.toBeNull();
    expect(
      (await proofs.resolve(app, bot, request({ ...laterFields, launchName: 'ef'.repeat(16) }))).proven,
    ).not.toBeNull();
  });

  test('is stored when it is remembered, not when it is proven', async () => {
    const proofs = start();
    for (let index = 0; index < 3; index += 1)
      expect((await proofs.prove(app, bot, request({ launchName: `a${index}`.repeat(16) }))).proven).not.toBeNull();
    expect(rows.size).toBe(0);
  });

  test('is not that of another app, nor of another bot', async () => {
    const proofs = start();
    await proofs.resolve(app, bot, request());
    expect((await proofs.resolve({ ...app, id: 2 }, bot, request(laterFields))).proven).toBeNull();
    const other = { token: `5:${'B'.repeat(35)}`, telegramId: null };
    expect(await proofs.resolve(app, other, request())).toMatchObject({ proven: null, problem: 'Forged' });
  });
});
