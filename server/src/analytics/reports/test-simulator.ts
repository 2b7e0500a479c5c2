import type { Event } from '@botscope/contract';
import { createSimulatedUser, type SimulatedUser, type Stage } from '@botscope/testkit/user.ts';
import { createRandom } from '../../simulation/random.ts';
import type { AppHit } from '../../simulation/users/app-hits.ts';
import { toBotUser } from '../../simulation/users/numbering.ts';
import type { Chat, UpdateBody, User } from '../../simulation/users/telegram-types.ts';
import { toUser } from '../../simulation/users/user.ts';
import type { Step } from './test-worlds.ts';

/** Users of made-up worlds; ids count from 101. */
export const names = ['Ann', 'Ben', 'Cid', 'Dan', 'Eve'];

/** Something that reaches us. */
export type SimulatedEvent =
  | { update: object }
  | { hit: AppHit }
  | { visit: WebsiteVisit }
  | { converted: { targetId: number; userId: number; amount: number; currency: string } }
  | { call: { method: string; params: object; response: object } }
  | { listed: { from: User; membership: Event['membership']; source: string } };

/** A hit of a website, without what depends on when it reaches us. */
export interface WebsiteVisit {
  id: string;
  site: number;
  name: string;
  /** Index of the visitor in `names`, not known to the bot; null = without consent. */
  who: number | null;
  host: string;
  path: string;
  campaign: Readonly<Record<string, string>>;
  referrer: string;
  device: string;
  country: string;
  engaged: number;
}

/** The first website has a second domain. */
const hosts = ['shop.example', 'club.example', 'www.shop.example', 'www.club.example', 'm.shop.example'];
const devices = ['desktop', 'mobile', '', 'tablet', 'desktop'];

const firstUpdate = 500_000_000;
const group: Chat = { id: -1_001_000_000_007, type: 'supergroup', title: 'Friends' };
const anonymous = { id: 1_087_968_824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' };

/** Plays steps one by one, remembering what users are called and what they did last. */
export function createSimulator(): (step: Step, at: number) => SimulatedEvent[] {
  let now = 0;
  let lastNumber = 0;
  const number = () => {
    lastNumber += 1;
    return lastNumber;
  };
  let heard: UpdateBody[] = [];
  let hits: AppHit[] = [];
  const charges: { userId: number; payment: object }[] = [];
  const stage: Stage = {
    bot: toBotUser(7_000_000_007, 'shop_bot'),
    random: createRandom(1),
    moment: () => new Date(now),
    nextMessageId: number,
    deliver(body) {
      heard.push(body);
      return undefined;
    },
    count: (hit) => void hits.push(structuredClone(hit)),
  };
  const cast = names.map((name, userIndex) => {
    const user: User = toUser(101 + userIndex, name, { language_code: 'en' });
    return { profile: user, user: createSimulatedUser(stage, user) };
  });

  function recordAct(act: () => void): SimulatedEvent[] {
    heard = [];
    hits = [];
    act();
    for (const { message } of heard) {
      if (message?.successful_payment && message.from)
        charges.push({ userId: message.from.id, payment: message.successful_payment });
    }
    return [
      ...heard.map((body) => ({ update: { update_id: firstUpdate + number(), ...body } })),
      ...hits.map((hit) => ({ hit })),
    ];
  }

  return ({ who, action }, timestamp) => {
    const { profile, user } = cast[who] ?? {
      profile: toUser(101, 'Ann'),
      user: createSimulatedUser(stage, toUser(101, 'Ann')),
    };
    now = timestamp;
    const message = { message_id: number(), date: Math.floor(timestamp / 1_000) };
    const word = 'word' in action ? action.word : '';
    switch (action.does) {
      case 'is renamed':
        profile.first_name = word;
        return [];
      case 'speaks':
        profile.language_code = word;
        return [];
      case 'becomes premium':
        profile.is_premium = true;
        return [];
      case 'is out of reach':
        return [
          buildSentMessage(profile, {
            ok: false,
            error_code: 403,
            description: 'Forbidden: bot was blocked by the user',
          }),
        ];
      case 'is gone for good':
        return [
          buildSentMessage(profile, { ok: false, error_code: 403, description: 'Forbidden: user is deactivated' }),
        ];
      case 'cannot be written to first': {
        const description = "Forbidden: bot can't initiate conversation with a user";
        return [buildSentMessage(profile, { ok: false, error_code: 403, description })];
      }
      case 'allows the bot to write': {
        const chat = { id: profile.id, type: 'private' };
        const update = { ...message, from: profile, chat, write_access_allowed: { from_request: true } };
        return [{ update: { update_id: firstUpdate + number(), message: update } }];
      }
      case 'gets a message':
        return [
          buildSentMessage(profile, { ok: true, result: { ...message, chat: { id: profile.id, type: 'private' } } }),
        ];
      case 'is on a list':
      case 'is on a list from':
        return [buildListing(profile, '', word)];
      case 'converts': {
        const [targetId, amount, currency = ''] = word.split(' ');
        return [{ converted: { userId: profile.id, targetId: Number(targetId), amount: Number(amount), currency } }];
      }
      case 'left before, by a list':
        return [buildListing(profile, 'blocked', '')];
      case 'visits a website':
      case 'looks at a website':
      case 'clicks to the bot':
      case 'visits without consent':
        return buildVisits(action.does, word, who, number).map((visit) => ({ visit }));
      case 'shares': {
        const update = sharing(word, { ...message, from: profile, chat: { id: profile.id, type: 'private' } });
        return [{ update: { update_id: firstUpdate + number(), ...update } }];
      }
      case 'hides in a group': {
        const update = { ...message, from: anonymous, sender_chat: group, chat: group, text: '/help' };
        return [{ update: { update_id: firstUpdate + number(), message: update } }];
      }
      case 'pays, reported again':
      case 'is paid back': {
        const charge = charges.findLast(({ userId }) => userId === profile.id);
        if (!charge) return [];
        const chat = { id: profile.id, type: 'private' };
        const field = action.does === 'is paid back' ? 'refunded_payment' : 'successful_payment';
        const update = { ...message, from: profile, chat, [field]: charge.payment };
        return [{ update: { update_id: firstUpdate + number(), message: update } }];
      }
      default:
        return recordAct(() => actions[action.does]?.(user, word));
    }
  };
}

const actions: Record<string, (user: SimulatedUser, word: string) => unknown> = {
  writes: (user, word) => user.sends(word),
  starts: (user, word) => user.sends(`/start ${word}`.trim()),
  presses: (user, word) => user.presses(word),
  'writes in a group': (user, word) => user.writesInGroup(group, word),
  blocks: (user) => user.blocks(),
  unblocks: (user) => user.unblocks(),
  edits: (user) => user.sends('hello') && user.edits('Menu'),
  reacts: (user) => user.sends('hello') && user.reacts('👍'),
  'sends a photo': (user) => user.sendsPhoto('look'),
  'asks inline': (user) => user.sendsInlineQuery('cats'),
  'answers a poll': (user) => user.answersPoll('poll-1', 0),
  'asks to join': (user) => user.joinsByRequest(group),
  'opens the app': (user, word) => {
    const [startapp = '', platform = '', country = ''] = word.split(' ');
    user.opensApp({
      ...{ platform, country },
      version: platform === 'ios' ? '9.1' : '8.0',
      ...(startapp === '' ? {} : { startapp }),
    });
  },
  'opens the app again': (user) => user.opensApp({}),
  'opens the app, which may write': (user) => {
    user.opensApp({ allowsWriting: true });
    user.hits('cart');
  },
  'the app is loaded again': (user) => user.reloadsApp(),
  'reports in the app': (user, word) => user.hits(word),
  'pays stars': (user) => user.pays({ amount: 50, currency: 'XTR', payload: 'order' }),
  'pays euros': (user) => user.pays({ amount: 1_999, currency: 'EUR', payload: 'order' }),
};

/** A hit, or two of one moment: a page that is shown, and looked at. */
function buildVisits(actionName: string, word: string, userIndex: number, number: () => number): WebsiteVisit[] {
  const [path = '', ...words] = actionName === 'looks at a website' ? ['/', `looks=${word}`] : word.split(' ');
  const {
    referrer = '',
    looks,
    country = '',
    ...campaign
  } = Object.fromEntries(words.map((each) => each.split('=', 2)));
  const hit = (name: string, overrides: Partial<WebsiteVisit> = {}): WebsiteVisit => ({
    ...{ id: String(number()), site: 1 + (userIndex % 2), name, path, campaign: {}, referrer: '', engaged: 0 },
    ...{ device: devices[userIndex] ?? '', country, host: hosts[userIndex] ?? '' },
    who: actionName === 'visits without consent' ? null : userIndex,
    ...overrides,
  });
  return [
    ...(actionName === 'clicks to the bot' ? [hit('bot_link')] : []),
    ...(actionName.startsWith('visits') ? [hit('page', { campaign, referrer })] : []),
    ...(looks === undefined ? [] : [hit('visible', { engaged: Number(looks) })]),
  ];
}

/** An update with a location: a message, another user's that is forwarded, a live one that moves, or an inline query. */
function sharing(word: string, message: { message_id: number; date: number; from: User; chat: object }): object {
  const [latitude, longitude, mode] = word.split(' ');
  const location = { latitude: Number(latitude), longitude: Number(longitude) };
  switch (mode) {
    case 'forwarded':
      return { message: { ...message, location, forward_origin: { type: 'hidden_user', date: message.date } } };
    case 'live':
      return { edited_message: { ...message, location: { ...location, live_period: 900 }, edit_date: message.date } };
    case 'asking':
      return { inline_query: { id: String(message.message_id), from: message.from, query: '', offset: '', location } };
    default:
      return { message: { ...message, location } };
  }
}

function buildSentMessage({ id }: User, response: object): SimulatedEvent {
  return { call: { method: 'sendMessage', params: { chat_id: id, text: 'News' }, response } };
}

function buildListing(user: User, membership: Event['membership'], source: string): SimulatedEvent {
  return { listed: { from: { ...user }, membership, source } };
}
