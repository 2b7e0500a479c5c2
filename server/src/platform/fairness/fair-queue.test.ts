import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { type Asker, createFairQueue, type QueueLimits, type Urgency } from './fair-queue.ts';

const limits: QueueLimits = {
  running: 3,
  runningOf: (place) => (place === 'public' ? 1 : 2),
  waiting: 8,
  waitingOfOne: 6,
  timeoutMs: 60_000,
  lightMs: 1_000,
};
const createAsker = (place: string, urgency: Urgency = 'interactive', ...extraPlaces: string[]): Asker => ({
  places: [place, ...extraPlaces],
  urgency,
});

/** A queue with a clock of its own, whose work ends when the test says so. */
function world(overrides: Partial<QueueLimits> = {}) {
  let time = 0;
  const queue = createFairQueue({ ...limits, ...overrides }, () => time);
  const startedNames: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const outcomes = new Map<string, string>();
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    queue,
    begun: startedNames,
    outcomes,
    async ask(name: string, asker: Asker, signal?: AbortSignal) {
      void queue
        .run(asker, signal, () => {
          startedNames.push(name);
          return new Promise<string>((resolve, reject) =>
            ends.set(name, (error) => (error ? reject(error) : resolve(name))),
          );
        })
        .then(
          () => outcomes.set(name, 'done'),
          (error: unknown) =>
            outcomes.set(name, error instanceof AppError ? `${error.code} ${error.retryAfterS}` : String(error)),
        );
      await settled();
    },
    async end(name: string, error?: Error) {
      ends.get(name)?.(error);
      await settled();
    },
    pass(ms: number) {
      time += ms;
    },
  };
}

describe('the fair queue', () => {
  it('gives each less while others ask, and all of it a while after', async () => {
    const { ask, begun, end, pass } = world({ runningBeside: 1 });
    for (const name of ['a1', 'a2']) await ask(name, createAsker('a'));
    pass(2_000);
    await ask('b1', createAsker('b'));
    await ask('a3', createAsker('a'));
    for (const name of ['b1', 'a1']) await end(name);
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('a2');
    await ask('a4', createAsker('a'));
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    pass(5_000);
    await ask('a5', createAsker('a'));
    await end('a3');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'a5']);
  });

  it('gives its place to the heavy too if it has only one', async () => {
    const { ask, begun, end, pass } = world({ running: 1, lightMs: 1 });
    await ask('a1', createAsker('a'));
    pass(5_000);
    await end('a1');
    await ask('a2', createAsker('a'));
    expect(begun).toEqual(['a1', 'a2']);
  });

  it('takes turns: an asker with one task does not wait for all tasks of one with a hundred', async () => {
    const { queue, begun, ask, end } = world();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) await ask(name, createAsker('a'));
    expect(begun).toEqual(['a1', 'a2']);
    await ask('b1', createAsker('b'));
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await ask('c1', createAsker('c'));
    await ask('c2', createAsker('c'));
    await end('a1');
    await end('a2');
    await end('b1');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'a4']);
    expect(queue.size()).toEqual({ running: 3, waiting: 2, refused: 0 });
  });

  it('keeps the last turn for those who used little of late, until the others have rested', async () => {
    const { begun, ask, end, pass } = world();
    await ask('a1', createAsker('a'));
    pass(5_000);
    await end('a1');
    for (const name of ['b1', 'b2']) await ask(name, createAsker('b'));
    await ask('a2', createAsker('a'));
    expect(begun).toEqual(['a1', 'b1', 'b2']);
    await ask('c1', createAsker('c'));
    expect(begun.at(-1)).toBe('c1');
    await end('c1');
    // Five seconds of work are down to one after sixteen of rest.
    pass(16_001);
    await ask('c2', createAsker('c'));
    await end('c2');
    expect(begun.at(-1)).toBe('a2');
  });

  it('ranks askers that used far less than others before them, and files and jobs behind', async () => {
    const { queue, ask, end, pass } = world({ running: 9, runningOf: () => 9 });
    const measureRank = (asker: Asker) => queue.run(asker, undefined, async ({ rank }) => rank);
    await ask('a1', createAsker('a'));
    await ask('b1', createAsker('b'));
    pass(2_000);
    await end('b1');
    pass(15_000);
    await ask('b2', createAsker('b'));
    pass(3_000);
    await end('b2');
    await end('a1');
    // With nobody else under way there is nobody to go before.
    for (const place of ['a', 'b', 'c']) expect(await measureRank(createAsker(place))).toBe(2);
    await ask('a2', createAsker('a'));
    for (const [place, rank] of Object.entries({ a: 2, b: 1, c: 1 }))
      expect(await measureRank(createAsker(place))).toBe(rank);
    expect(await Promise.all([createAsker('d', 'export'), createAsker('jobs', 'background')].map(measureRank))).toEqual(
      [3, 4],
    );
  });

  it('bounds every place of an asker: many addresses of the public, or many links of one address, have one share', async () => {
    const { begun, ask, end } = world();
    await ask('one', createAsker('address:1', 'interactive', 'public'));
    await ask('two', createAsker('address:2', 'interactive', 'public'));
    expect(begun).toEqual(['one']);
    await ask('account', createAsker('a'));
    await end('one');
    expect(begun).toEqual(['one', 'account', 'two']);
  });

  it('answers users before files, and files before jobs; what waits long goes as users do', async () => {
    const { begun, ask, end, pass } = world({ running: 1, runningOf: () => 1, lightMs: Number.POSITIVE_INFINITY });
    await ask('first', createAsker('a'));
    await ask('job', createAsker('jobs', 'background'));
    await ask('file', createAsker('b', 'export'));
    await ask('user', createAsker('a'));
    await end('first');
    await ask('another', createAsker('c'));
    await end('user');
    expect(begun).toEqual(['first', 'user', 'another']);
    pass(10_000);
    await ask('late', createAsker('d'));
    await end('another');
    expect(begun.at(-1)).toBe('job');
  });

  it('refuses what one asker waits for beyond the bound, with a time to come again', async () => {
    const { outcomes, ask, queue } = world();
    for (let number = 1; number <= 9; number += 1) await ask(`a${number}`, createAsker('a'));
    expect([...outcomes]).toEqual([['a9', 'Overloaded 3']]);
    expect(queue.size()).toEqual({ running: 2, waiting: 6, refused: 1 });
  });

  it('full, makes room for others by rejecting the newest of the asker with the most waiting', async () => {
    const { outcomes, ask, queue } = world();
    for (let number = 1; number <= 8; number += 1) await ask(`a${number}`, createAsker('a'));
    await ask('b0', createAsker('b'));
    for (const name of ['b1', 'b2']) await ask(name, createAsker('b'));
    expect(outcomes.size).toBe(0);
    await ask('c1', createAsker('c'));
    expect([...outcomes.keys()]).toEqual(['a8']);
    expect(queue.size().waiting).toBe(8);
  });

  it('frees the place of a client that leaves while waiting', async () => {
    const { begun, outcomes, ask, end, queue } = world();
    const controller = new AbortController();
    for (const name of ['a1', 'a2']) await ask(name, createAsker('a'));
    await ask('a3', createAsker('a'), controller.signal);
    await ask('a4', createAsker('a'));
    controller.abort(new Error('left'));
    await end('a1');
    expect(begun).toEqual(['a1', 'a2', 'a4']);
    expect(outcomes.get('a3')).toBe('Error: left');
    await ask('a5', createAsker('a'), controller.signal);
    expect(outcomes.get('a5')).toBe('Error: left');
    expect(queue.size()).toMatchObject({ running: 2, waiting: 0 });
  });

  it('gives the turn on when work fails', async () => {
    const { begun, outcomes, ask, end } = world();
    for (const name of ['a1', 'a2', 'a3']) await ask(name, createAsker('a'));
    await end('a1', new Error('broken'));
    expect(begun).toEqual(['a1', 'a2', 'a3']);
    expect(outcomes.get('a1')).toBe('Error: broken');
  });

  it('rejects work that has waited too long, but never a job', async () => {
    const { outcomes, ask, queue } = world({ timeoutMs: 1, waiting: 2 });
    for (const name of ['a1', 'a2', 'a3']) await ask(name, createAsker('a'));
    for (const name of ['j1', 'j2', 'j3', 'j4']) await ask(name, createAsker('jobs', 'background'));
    await expect.poll(() => [...outcomes.keys()]).toEqual(['a3']);
    expect(queue.size()).toMatchObject({ running: 3, waiting: 3 });
  });
});
