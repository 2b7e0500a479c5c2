import { describe, expect, it } from 'vitest';
import { type CallResult, createCircuit, createCircuits, TelegramAwayError } from './circuit.ts';

/** Moment, chat and end of calls that each begin and end at once; `wait`: the circuit does not let it begin. */
type Step = [ms: number, chat: string, result: CallResult | 'wait'];

describe('the circuit of a bot', () => {
  it.each<[string, Step[], { waitMs: number; isDoubtful: boolean }]>([
    ['is closed at first', [], { waitMs: 0, isDoubtful: false }],
    ['doubts after one call', [[0, 'a', 'unknown']], { waitMs: 0, isDoubtful: true }],
    [
      'doubts no more after any answer',
      [
        [0, 'a', 'unknown'],
        [1, 'b', 'unknown'],
        [2, 'c', 'answered'],
        [3, 'd', 'unknown'],
        [4, 'e', 'unknown'],
      ],
      { waitMs: 0, isDoubtful: true },
    ],
    [
      'opens after three chats in a row',
      [
        [0, 'a', 'unknown'],
        [1, 'b', 'unknown'],
        [2, 'c', 'unknown'],
        [3, 'd', 'wait'],
      ],
      { waitMs: 999, isDoubtful: true },
    ],
    [
      'does not open for one broken chat',
      [
        [0, 'a', 'unknown'],
        [1, 'a', 'unknown'],
        [2, 'a', 'unknown'],
        [3, 'a', 'unknown'],
      ],
      { waitMs: 0, isDoubtful: true },
    ],
    [
      'does not open for calls that never left',
      [
        [0, 'a', 'unsent'],
        [1, 'b', 'unsent'],
        [2, 'c', 'unsent'],
      ],
      { waitMs: 0, isDoubtful: false },
    ],
    [
      'waits longer after each probe, of whatever end',
      [
        [0, 'a', 'unknown'],
        [0, 'b', 'unknown'],
        [0, 'c', 'unknown'],
        [1_000, 'd', 'unknown'],
        [2_999, 'e', 'wait'],
        [3_000, 'e', 'unsent'],
        [7_000, 'f', 'unknown'],
        [7_000, 'g', 'wait'],
      ],
      { waitMs: 8_000, isDoubtful: true },
    ],
    [
      'closes with the first probe that is answered',
      [
        [0, 'a', 'unknown'],
        [0, 'b', 'unknown'],
        [0, 'c', 'unknown'],
        [1_000, 'd', 'answered'],
      ],
      { waitMs: 0, isDoubtful: false },
    ],
  ])('%s', (_, steps, expected) => {
    const circuit = createCircuit();
    let last = 0;
    for (const [ms, chat, result] of steps) {
      last = ms;
      expect(circuit.waitMs(ms) > 0, `${ms} ${chat}`).toBe(result === 'wait');
      if (result !== 'wait') circuit.end(ms, circuit.begin(), chat, result);
    }
    expect({ waitMs: circuit.waitMs(last), isDoubtful: circuit.isDoubtful() }).toEqual(expected);
  });

  it('lets one probe go at a time, and is not kept open longer by calls that began before', () => {
    const circuit = createCircuit();
    const earlyCalls = ['a', 'b', 'c', 'd', 'e'].map((chat) => ({ chat, call: circuit.begin() }));
    for (const { chat, call } of earlyCalls.slice(0, 3)) circuit.end(0, call, chat, 'unknown');
    const probe = circuit.begin();
    expect(circuit.waitMs(1_000)).toBe(1_000);
    for (const { chat, call } of earlyCalls.slice(3)) circuit.end(1_000, call, chat, 'unknown');
    expect(circuit.outage(1_000)).toEqual({ openings: 1, waitMs: 0 });
    circuit.end(31_000, probe, 'f', 'unknown');
    expect(circuit.outage(31_000)).toEqual({ openings: 2, waitMs: 2_000 });
  });

  it('goes on with an outage that another process has seen, and waits a minute at most for it', () => {
    const circuit = createCircuit();
    circuit.restore(500, { openings: 4, waitMs: 7_000 });
    expect(circuit.waitMs(500)).toBe(7_000);
    circuit.end(7_500, circuit.begin(), 'a', 'unknown');
    expect(circuit.outage(7_500)).toEqual({ openings: 5, waitMs: 15_000 });
    circuit.restore(8_000, { openings: 1, waitMs: 0 });
    expect(circuit.outage(8_000)).toEqual({ openings: 5, waitMs: 14_500 });
    const other = createCircuit();
    other.restore(0, { openings: 9, waitMs: 10_000_000 });
    expect(other.waitMs(0)).toBe(60_000);
  });

  it('is the bot’s own', () => {
    let now = 0;
    const circuits = createCircuits(() => now);
    const [one, otherBot] = [
      { apiRoot: 'https://api.telegram.org', token: '1:a' },
      { apiRoot: 'https://api.telegram.org', token: '2:b' },
    ];
    for (const chat of ['1', '2', '3']) {
      const end = circuits.begin(one, chat);
      if (!(end instanceof TelegramAwayError)) end('unknown');
    }
    expect(circuits.begin(one, '4')).toBeInstanceOf(TelegramAwayError);
    expect(circuits.begin(otherBot, '4')).not.toBeInstanceOf(TelegramAwayError);
    now = 1_000;
    expect(circuits.begin(one, '4')).not.toBeInstanceOf(TelegramAwayError);
  });
});
