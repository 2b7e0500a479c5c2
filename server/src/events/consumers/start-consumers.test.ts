import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createLocalBus } from '../../platform/bus/bus.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import type { EventConsumer, Turn } from './event-consumer.ts';
import { startConsumers } from './start-consumers.ts';
import { addReader, createConsumerTables, readers } from './test-consumers.ts';

vi.setConfig({ testTimeout: 60_000 });

const metadata = testMetadata();
const bus = createLocalBus();
const [bot, otherBot] = ['cons000000001', 'cons000000002'];
let started: ReturnType<typeof startConsumers>[] = [];
beforeAll(() => createConsumerTables(metadata()));
beforeEach(async () => {
  started = [];
  for (const table of ['event_cursors', 'readers']) await metadata().run(`DELETE FROM ${table}`);
});
afterEach(async () => {
  await Promise.all(started.map(({ close }) => close()));
});

/** A process with one consumer; its turns as `subject fence`, deep ones with `deep`. */
function startProcess(instanceId: string, consume: (turn: Turn) => Promise<void> = async () => undefined) {
  const turns: string[] = [];
  const consumer: EventConsumer = {
    ...{ ...readers, wakeOn: 'campaigns-changed' },
    async consume(turn) {
      turns.push(`${turn.subject} ${turn.cursor.fence}${turn.isDeep ? ' deep' : ''}`);
      await consume(turn);
    },
  };
  const logger = pino({ level: 'silent' });
  const work = startConsumers({ metadata: metadata(), instanceId, bus, logger, consumers: [consumer] });
  started.push(work);
  return { turns, close: work.close };
}
/** Shorter than the interval at which new subjects are looked for. */
const soon = { timeout: 10_000, interval: 50 };

test('a notice about a bot gives its subjects a turn at once; their first one is deep', async () => {
  await addReader(metadata(), otherBot, 'other');
  const { turns } = startProcess('one');
  await expect.poll(() => turns, soon).toEqual(['other 1 deep']);
  await addReader(metadata(), bot, 'a');
  bus.publish('campaigns-changed', bot);
  await expect.poll(() => turns, soon).toContain('a 1 deep');
  await expect.poll(() => turns, soon).toContain('a 1');
});

test('a subject whose turn fails waits, and the others go on', async () => {
  for (const subject of ['a', 'b']) await addReader(metadata(), bot, subject);
  const { turns } = startProcess('one', async ({ subject }) => {
    if (subject === 'a') throw new Error('the store is away');
  });
  await expect.poll(() => turns.filter((turn) => turn === 'b 1').length, soon).toBe(2);
  expect(turns.filter((turn) => turn.startsWith('a'))).toEqual(['a 1 deep']);
});

test('of two processes one reads; when it closes, the other one can go on at once', async () => {
  await addReader(metadata(), bot, 'a');
  const first = startProcess('one');
  await expect.poll(() => first.turns, soon).toContain('a 1');
  const other = startProcess('two');
  bus.publish('campaigns-changed', bot);
  await expect.poll(() => first.turns.length, soon).toBeGreaterThan(3);
  expect(other.turns).toEqual([]);
  await first.close();
  bus.publish('campaigns-changed', bot);
  await expect.poll(() => other.turns, soon).toContain('a 2 deep');
});

test('a subject that no longer reads has no further turn', async () => {
  await addReader(metadata(), bot, 'a');
  const { turns } = startProcess('one');
  await expect.poll(() => turns, soon).toContain('a 1');
  await metadata().run('DELETE FROM readers');
  await addReader(metadata(), otherBot, 'other');
  bus.publish('campaigns-changed', otherBot);
  await expect.poll(() => turns, soon).toContain('other 1');
  expect(turns.slice(turns.indexOf('other 1 deep')).filter((turn) => turn.startsWith('a'))).toEqual([]);
});
