import { describe, expect, it } from 'vitest';
import { createBotCache } from './bot-cache.ts';
import type { BotRow } from './bot-store.ts';

const bot = (overrides: Partial<BotRow> = {}) => ({ key: 'a', token_hash: 'hash', ...overrides }) as BotRow;

describe('bots in memory', () => {
  it('are served at once while the store hangs, once they were loaded', async () => {
    let clock = 0;
    let answer: () => Promise<BotRow | undefined> = async () => bot();
    const cache = createBotCache(
      { byKey: () => answer(), byKeys: async () => [], byTokenHash: async () => undefined },
      () => clock,
    );
    await cache.get('a');
    clock += 30_001;
    answer = () => new Promise(() => undefined);
    const startedAt = performance.now();
    expect(await cache.get('a')).toEqual(bot());
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    // All later callers do not wait at all.
    const restartedAt = performance.now();
    expect(await cache.byTokenHash('hash')).toEqual(bot());
    expect(performance.now() - restartedAt).toBeLessThan(200);
  });

  it('a change of this process is not undone by an older answer of the store', async () => {
    let clock = 0;
    let release: (row: BotRow) => void = () => undefined;
    let byKey: () => Promise<BotRow | undefined> = async () => bot({ api_key_hash: 'old' });
    const cache = createBotCache(
      { byKey: () => byKey(), byKeys: async () => [], byTokenHash: async () => undefined },
      () => clock,
    );
    await cache.get('a');
    clock += 30_001;
    byKey = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const reading = cache.get('a');
    cache.change(bot({ api_key_hash: 'new' }));
    release(bot({ api_key_hash: 'old' }));
    expect((await reading)?.api_key_hash).toBe('new');
    expect(cache.peek('a')?.api_key_hash).toBe('new');
  });

  it('a row that was read before another process changed it is not trusted', async () => {
    const releases: ((row: BotRow) => void)[] = [];
    const cache = createBotCache(
      {
        byKey: () => new Promise((resolve) => releases.push(resolve)),
        byKeys: async () => [],
        byTokenHash: async () => undefined,
      },
      () => 0,
    );
    const reading = cache.get('a');
    cache.expire('a');
    releases[0]?.(bot({ api_key_hash: 'old' }));
    await expect.poll(() => releases.length).toBe(2);
    releases[1]?.(bot({ api_key_hash: 'new' }));
    expect((await reading)?.api_key_hash).toBe('new');
    // An answer to our own change that comes after the message of a later one.
    const began = cache.changes();
    cache.expire('a');
    expect(cache.change(bot({ api_key_hash: 'older' }), began)).toBe(false);
    const confirmed = cache.get('a');
    releases[2]?.(bot({ api_key_hash: 'newest' }));
    expect((await confirmed)?.api_key_hash).toBe('newest');
  });

  it('are asked about again when anything may have changed, and kept for a store that is away', async () => {
    let answer: () => Promise<BotRow | undefined> = async () => bot({ api_key_hash: 'old' });
    const cache = createBotCache(
      { byKey: () => answer(), byKeys: async () => [], byTokenHash: async () => undefined },
      () => 0,
    );
    await cache.get('a');
    cache.expireAll();
    answer = async () => {
      throw new Error('away');
    };
    expect((await cache.get('a'))?.api_key_hash).toBe('old');
    cache.expireAll();
    answer = async () => bot({ api_key_hash: 'new' });
    expect((await cache.get('a'))?.api_key_hash).toBe('new');
  });

  it('a token that is nobody’s is asked about again only after a while', async () => {
    let clock = 0;
    let queries = 0;
    const cache = createBotCache(
      {
        byKey: async () => undefined,
        byKeys: async () => [],
        byTokenHash: async () => {
          queries++;
          return undefined;
        },
      },
      () => clock,
    );
    for (let times = 0; times < 3; times++) expect(await cache.byTokenHash('x')).toBeNull();
    expect(queries).toBe(1);
    clock += 5_001;
    await cache.byTokenHash('x');
    expect(queries).toBe(2);
    cache.forgetUnknown();
    await cache.byTokenHash('x');
    expect(queries).toBe(3);
  });
});
