import fc from 'fast-check';
import { minuteMs } from '../../platform/time-units.ts';

/** A small made-up history of a bot: what a few users did around a day on which calendars are odd. */
export interface World {
  odd: OddDay;
  steps: readonly Step[];
}

export interface OddDay {
  zone: string;
  /** `YYYY-MM-DD`, local. */
  day: string;
}

/** One thing that happens. */
export interface Step {
  /** Index of the user in `names`. */
  who: number;
  when: When;
  action: Action;
  /** Whether the bot dates it. Without a date it happens when it reaches us. */
  dated: boolean;
  /** Time that each of its copies takes to reach us, ms. The first is not always the fastest. */
  arrives: readonly number[];
}

/** Minutes after the odd day's midnight; a local midnight, or a little beside it; some time after this user's last step. */
export type When =
  | { kind: 'minute'; minute: number }
  | { kind: 'midnight'; day: number; beside: number }
  | { kind: 'after'; ms: number };

export type Action = { does: (typeof plainActions)[number] } | { does: (typeof wordedActions)[number]; word: string };

const plainActions = [
  'blocks',
  'unblocks',
  'is out of reach',
  'gets a message',
  'is gone for good',
  'cannot be written to first',
  'allows the bot to write',
  'opens the app, which may write',
  'sends a photo',
  'edits',
  'reacts',
  'asks inline',
  'hides in a group',
  'answers a poll',
  'asks to join',
  'becomes premium',
  'is on a list',
  'left before, by a list',
  'pays stars',
  'pays euros',
  'pays, reported again',
  'is paid back',
  'opens the app again',
  'the app is loaded again',
  'clicks to the bot',
  'visits without consent',
] as const;

const wordedActions = [
  'writes',
  'writes in a group',
  'presses',
  'starts',
  'is renamed',
  'speaks',
  'is on a list from',
  'opens the app',
  'reports in the app',
  'converts',
  'shares',
  'visits a website',
  'looks at a website',
] as const;

/** Longer than what is kept of a text beside the payload. */
const longText = `Yes, ${'really '.repeat(10)}`.trim();

const words: Record<(typeof wordedActions)[number], readonly string[]> = {
  writes: ['hello', 'Menu', 'menu', '🛒 Basket', '/help', '/buy now', '/HELP', 'Yes', 'order 12', longText],
  'writes in a group': ['hello', 'Menu', '/help@shop_bot', '/start ads'],
  presses: ['menu', 'order:confirm', 'order:2', '🛒🛒🛒', 'Menu', 'back', 'more', 'a', 'ab', 'order:30'],
  starts: [
    '',
    'source-ads',
    'source-site',
    'source-ads_medium-mail',
    'source-site_medium-mail',
    'medium-mail',
    'source-',
    'catalog',
    'promo',
    'bizChat123',
  ],
  'is renamed': ['Anna', 'Sasha', 'Иван', 'Ann', '🌸 Ольга!', 'Xyzzy'],
  speaks: ['en', 'ru', 'pt-br', 'zh-hans', ''],
  'is on a list from': ['source-ads', 'catalog'],
  // Payload of the link, the platform, and the country.
  'opens the app': [' ios', ' android DE', 'source-ads ios RU', 'source-site tdesktop', 'catalog web HK'],
  'reports in the app': ['checkout', 'cart'],
  // Latitude, longitude and how: Moscow, Berlin, Hong Kong, San Juan and the Atlantic Ocean.
  shares: [
    '55.75 37.62 here',
    '52.52 13.4 here',
    '52.52 13.4 forwarded',
    '22.3 114.17 live',
    '18.42 -66.1 asking',
    '30 -40 here',
  ],
  // Path, what the page view came from, the country, and for how long the page is looked at, ms.
  'visits a website': [
    '/',
    '/prices',
    '/buy utm_source=ads country=BR',
    '/ looks=9999 country=DE',
    '/ looks=10000 utm_source=ads',
    '/prices looks=4000',
    '/ utm_source=site gclid=1',
    '/prices gclid=1 country=DE',
    '/ rb_clickid=1 yclid=2',
    '/ referrer=www.news.example/today',
    '/buy referrer=blog.example',
    ' referrer=www.blog.example/',
  ],
  // Time in the foreground, ms.
  'looks at a website': ['0', '1', '4000', '5999', '6000', '9999', '10000', '600000'],
  // Target, amount and currency.
  converts: ['1 500 EUR', '1 -500 EUR', '1 0 ', '10015 7 USD', '77 1 EUR'],
};

export const hiddenTexts = ['Menu', '🛒 Basket'];

/** Month ends, clock changes by an hour and by half an hour, missing and doubled midnights, zones of halves and quarters. */
export const oddDays: readonly OddDay[] = [
  { zone: 'UTC', day: '2024-03-01' },
  { zone: 'Europe/Berlin', day: '2024-03-31' },
  { zone: 'Europe/Berlin', day: '2023-10-29' },
  { zone: 'Asia/Kolkata', day: '2024-03-01' },
  { zone: 'Asia/Kathmandu', day: '2023-12-31' },
  { zone: 'Australia/Lord_Howe', day: '2024-04-07' },
  { zone: 'Australia/Lord_Howe', day: '2024-10-06' },
  { zone: 'America/New_York', day: '2024-03-10' },
  { zone: 'America/Havana', day: '2023-11-05' },
  { zone: 'Africa/Cairo', day: '2024-04-26' },
  { zone: 'Pacific/Apia', day: '2021-04-04' },
  { zone: 'Pacific/Chatham', day: '2024-09-29' },
];

const dayMinutes = 1_440;

/** Pauses about the gaps of sessions that are asked about. */
const pauses = [0, 1, 1_000, 40_000, ...[5, 30].flatMap((gap) => [-1, 0, 1].map((ms) => gap * minuteMs + ms))];

const minute = (days: number): fc.Arbitrary<When> =>
  fc.record({ kind: fc.constant('minute'), minute: fc.integer({ min: -days * dayMinutes, max: days * dayMinutes }) });

const timeframe: fc.Arbitrary<When> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('after'), ms: fc.constantFrom(...pauses) }) },
  { weight: 2, arbitrary: minute(3) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('midnight'),
      day: fc.integer({ min: -1, max: 2 }),
      beside: fc.constantFrom(0, -1, 1, -4 * minuteMs, 4 * minuteMs),
    }),
  },
  { weight: 1, arbitrary: minute(45) },
);

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: worded('writes', 'presses') },
  { weight: 3, arbitrary: worded('starts') },
  { weight: 2, arbitrary: worded('writes in a group', 'is renamed', 'speaks', 'is on a list from') },
  { weight: 2, arbitrary: worded('opens the app', 'reports in the app', 'converts') },
  { weight: 2, arbitrary: worded('shares') },
  { weight: 1, arbitrary: worded('visits a website', 'looks at a website') },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('blocks', 'unblocks', 'is out of reach', 'cannot be written to first')
      .map((actionName) => ({ does: actionName }) as Action),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('pays stars', 'pays euros', 'pays, reported again', 'is paid back')
      .map((actionName) => ({ does: actionName }) as Action),
  },
  { weight: 3, arbitrary: fc.constantFrom(...plainActions).map((actionName) => ({ does: actionName })) },
);

function worded(...kinds: (typeof wordedActions)[number][]): fc.Arbitrary<Action> {
  return fc.oneof(
    ...kinds.map((actionName) =>
      fc.record({ does: fc.constant(actionName), word: fc.constantFrom(...words[actionName]) }),
    ),
  );
}

const delay = fc.oneof(
  fc.constant(0),
  fc.constant(1_000),
  fc.integer({ min: 0, max: 3 * dayMinutes }).map((m) => m * minuteMs),
);

const buildStep = (actionArbitrary: fc.Arbitrary<Action>): fc.Arbitrary<Step> =>
  fc.record({
    // A few users meet themselves more often than the others.
    who: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 4),
    when: timeframe,
    action: actionArbitrary,
    dated: fc.constantFrom(true, true, true, false),
    arrives: fc.oneof(
      { weight: 4, arbitrary: delay.map((ms) => [ms]) },
      fc.array(delay, { minLength: 1, maxLength: 3 }),
    ),
  });

const buildWorlds = (actionArbitrary: fc.Arbitrary<Action>): fc.Arbitrary<World> =>
  fc.record({
    odd: fc.constantFrom(...oddDays),
    steps: fc.array(buildStep(actionArbitrary), { minLength: 1, maxLength: 32, size: 'max' }),
  });

export const worlds = buildWorlds(action);

/** Worlds of users who look at pages and do little else: sessions of several hits are rare in the others. */
export const browsingWorlds = buildWorlds(
  fc.oneof(
    { weight: 4, arbitrary: worded('visits a website') },
    { weight: 2, arbitrary: worded('looks at a website', 'reports in the app', 'opens the app') },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(
          ...([
            'clicks to the bot',
            'visits without consent',
            'opens the app again',
            'the app is loaded again',
          ] as const),
        )
        .map((actionName) => ({ does: actionName })),
    },
    { weight: 1, arbitrary: action },
  ),
);
