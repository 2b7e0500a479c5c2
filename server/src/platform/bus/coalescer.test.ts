import { describe, expect, it } from 'vitest';
import { createCoalescer } from './coalescer.ts';
import { decodePayload, encodePayloads } from './payload.ts';
import type { Notice } from './topics.ts';

/** A coalescer on a clock of the test's. */
function world() {
  let time = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  const sentBatches: [at: number, keys: string][] = [];
  let isDown = false;
  const coalescer = createCoalescer({
    now: () => time,
    after(ms, run) {
      const timer = { at: time + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async send(notices) {
      if (isDown) throw new Error('down');
      sentBatches.push([time, notices === 'all' ? 'all' : notices.map(({ key }) => key).join(' ')]);
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    coalescer,
    sent: sentBatches,
    setDown: (state: boolean) => {
      isDown = state;
    },
    add: (key: string, topic: Notice['topic'] = 'bot-changed') => coalescer.add({ topic, key }),
    async passTo(end: number) {
      for (;;) {
        await settle();
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        time = Math.max(time, next.at);
        next.run();
      }
      time = end;
    },
  };
}

describe('messages to other processes', () => {
  it('leave at once, and about one key at most once in its interval', async () => {
    const { add, passTo, sent } = world();
    add('a');
    add('b');
    add('a');
    await passTo(10);
    expect(sent).toEqual([[0, 'a b']]);
    add('a');
    add('c');
    await passTo(249);
    expect(sent.slice(1)).toEqual([[20, 'c']]);
    await passTo(1_000);
    expect(sent.slice(2)).toEqual([[250, 'a']]);
  });

  it('are few however often busy bots are touched', async () => {
    const { add, passTo, sent } = world();
    for (let tick = 0; tick < 5_000; tick += 1) {
      add(String(tick % 100), 'bot-touched');
      await passTo(tick + 1);
    }
    await passTo(6_000);
    const keys = sent.flatMap(([, text]) => text.split(' '));
    // 100 bots, at most once a second each, in five seconds and at their end.
    expect(keys.length).toBeLessThanOrEqual(600);
    expect(keys.length).toBeGreaterThanOrEqual(500);
    expect(sent.length).toBeLessThanOrEqual(300);
  });

  it('wait while the connection is down, and none is lost', async () => {
    const { add, coalescer, passTo, sent, setDown } = world();
    setDown(true);
    add('a');
    await passTo(100);
    add('b');
    await passTo(5_000);
    expect(sent).toEqual([]);
    setDown(false);
    coalescer.resume();
    await passTo(6_000);
    expect(sent.flatMap(([, keys]) => keys.split(' ')).sort()).toEqual(['a', 'b']);
  });

  it('say that anything may have changed when too many wait', async () => {
    const { add, coalescer, passTo, sent, setDown } = world();
    setDown(true);
    for (let bot = 0; bot <= 10_000; bot += 1) add(String(bot));
    add('later');
    await passTo(100);
    setDown(false);
    coalescer.resume();
    await passTo(1_000);
    expect(sent.map(([, keys]) => keys)).toEqual(['all']);
    add('next');
    await passTo(2_000);
    expect(sent.at(-1)?.[1]).toBe('next');
  });

  it('leave before the process ends, without waiting for their time', async () => {
    const { add, coalescer, passTo, sent } = world();
    add('a');
    await passTo(30);
    add('a');
    await coalescer.finish();
    expect(sent).toEqual([
      [0, 'a'],
      [30, 'a'],
    ]);
  });
});

describe('payloads', () => {
  it('hold what PostgreSQL takes, and are read back', () => {
    const notices = Array.from({ length: 1_000 }, (_, bot) => ({ topic: 'bot-changed', key: `ключ ${bot}` }) as const);
    const payloads = encodePayloads({ from: 'me', notices });
    for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
    const read = payloads.map(decodePayload);
    expect(read.every((payload) => payload?.from === 'me')).toBe(true);
    expect(read.flatMap((payload) => (payload === null || payload.notices === 'all' ? [] : payload.notices))).toEqual(
      notices,
    );
    expect(payloads.length).toBeLessThan(10);
    expect(encodePayloads({ from: 'me', notices: 'all' }).map(decodePayload)).toEqual([{ from: 'me', notices: 'all' }]);
  });

  it('are left out if they are of others, and so are topics of newer versions', () => {
    for (const text of ['', 'hello', '{}', '[1,[]]', '["me",7]']) expect(decodePayload(text)).toBeNull();
    const newer = '["me",[["toString","a"],["moon-changed","a"],["bot-removed","b"],["bot-removed"],7]]';
    expect(decodePayload(newer)).toEqual({ from: 'me', notices: [{ topic: 'bot-removed', key: 'b' }] });
  });
});
