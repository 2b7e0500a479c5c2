import type { Journey } from '@botscope/testkit/journey.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importedEvent } from '../../../events/normalize/imported-event.ts';
import { defaultStartRules } from '../../../events/normalize/start-payload.ts';
import { anEvent } from '../../../events/store/test-event.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestHistory } from '../test-bot.ts';
import { loadValues } from './test-values.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

/** Whole payloads are sources; the values in the models first, last, last significant. */
const scenarios: Record<string, [play: (user: ReturnType<Journey['user']>, journey: Journey) => void, ...string[]]> = {
  'starts without a link, then with one': [
    (one) => {
      one.sends('/start');
      one.sends('/start b');
    },
    '',
    'b',
    '',
  ],
  'a launch without a payload erases nothing': [
    (one) => {
      one.sends('/start a');
      one.sends('/start');
    },
    'a',
    'a',
    'a',
  ],
  'first inline, then from a link': [
    (one) => {
      one.sendsInlineQuery('cats');
      one.sends('/start b');
    },
    '',
    'b',
    '',
  ],
  'first in a group, where /start adds the bot and launches nothing': [
    (one, journey) => {
      one.writesInGroup(journey.group('Friends'), '/start a');
      one.sends('/start b');
    },
    '',
    'b',
    '',
  ],
  'came back by writing, then from a link': [
    (one) => {
      one.sends('/start a');
      one.blocks();
      one.sends('hello');
      one.sends('/start b');
      one.sends('/start c');
    },
    'a',
    'c',
    'b',
  ],
  'came back without a link: that launch uses the block up': [
    (one) => {
      one.sends('/start a');
      one.blocks();
      one.sends('/start');
      one.sends('/start b');
    },
    'a',
    'b',
    'a',
  ],
  'two blocks': [
    (one) => {
      one.sends('/start a');
      one.blocks();
      one.sends('/start b');
      one.blocks();
      one.unblocks();
      one.sends('/start d');
      one.sends('/start e');
    },
    'a',
    'e',
    'd',
  ],
  'blocks first of all: writing then is the first launch': [
    (one) => {
      one.blocks();
      one.sends('hello');
      one.sends('/start b');
    },
    '',
    'b',
    '',
  ],
  'never starts': [(one) => one.sends('hello'), '', '', ''],
  "Telegram's own launch for business chats is nobody's link": [
    (one) => {
      one.sends('/start a');
      one.sends('/start bizChat-42');
    },
    'a',
    'a',
    'a',
  ],
  "Telegram's affiliate programme": [(one) => one.sends('/start _tgr_a-b_c'), '_tgr_a-b_c', '_tgr_a-b_c', '_tgr_a-b_c'],
  'comes through the Mini App': [
    (one) => {
      one.opensApp({ startapp: 'a' });
      one.sends('/start b');
    },
    'a',
    'b',
    'a',
  ],
};

describe('sources of users', () => {
  test('each user has the sources that follow from their actions', async () => {
    const bot = await ingestHistory(store, (journey) => {
      journey.at('2024-03-01T10:00:00Z');
      for (const [name, [play]] of Object.entries(scenarios)) play(journey.user(name), journey);
    });
    const expected = Object.entries(scenarios).map(([name, [, ...values]]) => [name, values]);
    expect(await loadValues(store, bot)).toEqual(Object.fromEntries(expected));
  });

  test('sources as of a moment do not include what comes later', async () => {
    const bot = await ingestHistory(store, (journey) => {
      const ann = journey.user('Ann');
      journey.at('2024-03-01T10:00:00Z');
      ann.sends('/start a');
      journey.at('2024-03-02T10:00:00Z');
      ann.blocks();
      ann.sends('/start b');
      journey.user('Ben').sends('/start a');
    });
    const before = await loadValues(store, bot, 'source', '2024-03-02T10:00:00Z');
    expect(before).toEqual({ Ann: ['a', 'a', 'a'], Ben: ['', '', ''] });
    expect(await loadValues(store, bot)).toEqual({ Ann: ['a', 'b', 'b'], Ben: ['a', 'a', 'a'] });
  });

  test('a send that found them gone is a block; copies, late ones too, change nothing', async () => {
    const bot = await ingestHistory(store, (journey) => {
      const ann = journey.user('Ann');
      journey.at('2024-03-01T10:00:00Z');
      ann.sends('/start a');
      journey.at('2024-03-03T10:00:00Z');
      ann.sends('/start b');
      ann.sends('/start c');
    });
    const [start] = bot.events;
    const { userId = 0 } = start ?? {};
    const rejectedEvent = anEvent({
      bot: bot.key,
      id: '1',
      userId,
      chatId: userId,
      kind: 'call',
      type: '',
      isAction: false,
      isContact: false,
      direction: 'out',
      membership: 'blocked',
      time: Date.parse('2024-03-02T10:00:00Z'),
    });
    await store.write([rejectedEvent]);
    await store.write(
      [...bot.events].reverse().map((event) => ({ ...event, receivedAt: event.receivedAt + 86_400_000 })),
    );
    expect(await loadValues(store, bot)).toEqual({ Ann: ['a', 'c', 'b'] });
  });

  test('uploaded lists: a source in them is the first launch; standing in one is none', async () => {
    const bot = await ingestHistory(store, (journey) => {
      const ann = journey.user('Ann', { id: 11 });
      const ben = journey.user('Ben', { id: 12 });
      const cid = journey.user('Cid', { id: 13 });
      journey.at('2024-03-01T10:00:00Z');
      ann.sends('/start b');
      ben.sends('hello');
      ben.sends('/start b');
      cid.sends('/start b');
    });
    const buildListing = (userId: number, firstName: string, source: string) =>
      importedEvent({
        bot: bot.key,
        user: { userId, firstName, lastName: '', username: '', language: '', isPremium: false, source },
        membership: '',
        at: Date.parse('2023-05-01T00:00:00Z'),
        receivedAt: Date.parse('2024-03-05T00:00:00Z'),
        rules: defaultStartRules,
      });
    const lists = [
      buildListing(11, 'Ann', 'a'),
      buildListing(12, 'Ben', ''),
      buildListing(13, 'Cid', ''),
      buildListing(14, 'Dan', 'a'),
    ];
    await store.write(lists);
    expect(await loadValues(store, { ...bot, events: [...bot.events, ...lists] })).toEqual({
      Ann: ['a', 'b', 'a'],
      Ben: ['', 'b', ''],
      Cid: ['b', 'b', 'b'],
      Dan: ['a', 'a', 'a'],
    });
  });
});
