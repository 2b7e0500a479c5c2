import type { Event, HitProof } from '@botscope/contract';
import { text } from '../../telegram/json.ts';
import { partitionKeyFor } from './assign-partition-key.ts';
import { blankEvent } from './blank-event.ts';
import { hashEventId } from './event-id.ts';
import { parseStartPayload, type StartRules } from './start-payload.ts';

/** The name of the hit that a loaded page of a Mini App begins with. */
export const appLaunchName = 'app_launch';

/** An event that a Mini App reports about its user. */
export interface Hit {
  /** Public key of the bot. */
  bot: string;
  /**
   * The user as Telegram shows them to the Mini App: for users who never wrote to the bot this is all there is. With the
   * ID 0 nobody in particular: the hit makes no bot user and attributes nothing.
   */
  user: Pick<Event, 'userId' | 'firstName' | 'lastName' | 'username' | 'language' | 'isPremium'>;
  /** `app_launch`, or an event that the app itself names. */
  name: string;
  /** When it happened, Unix ms. */
  at: number;
  receivedAt: number;
  /** Payload of the link that opened the app (`startapp`); only launches have one. */
  startPayload: string;
  /** Telegram's word for the app that it runs in: `ios`, `android`, `tdesktop`, `web` …; '' = not reported. */
  platform: string;
  /** Version of the Mini App interface there, `8.0`; '' = not reported. */
  version: string;
  rules: StartRules;
  /** Opening of the app that it belongs to: pages reload within one; '' = not known. */
  launch?: string;
  /** Country that it was reported from, ISO 3166-1 alpha-2; '' = not known. */
  country?: string;
  /** When Telegram said that the bot may write to the user, Unix ms; null: it has not. */
  allowedAt?: number | null;
  /** Further data that the counter of a Mini App reports; hits of simulated histories have none. */
  counted?: CountedHit;
}

/** Fields with '' are not reported. */
export interface CountedHit {
  /** The Mini App, by its number. */
  app: number;
  /** The event, by the ID that the script gave it. */
  id: string;
  /** Unix ms by the device's clock. Every copy has the same, so it says where the row lies. */
  deviceTime: number;
  proof: HitProof;
  path: string;
  category: string;
  /** In whole units; null = none. */
  value: number | null;
  unit: string;
  props: Readonly<Record<string, string | number | boolean>>;
  /** Ticket of the website's visit that led here. */
  ticket: string;
  /** Version of the script. */
  script: string;
}

/** Limits of a startapp link's payload, and of Telegram's own words and any sensible event name. */
const payloadLength = 512;
const nameLength = 64;
const wordLength = 32;

/**
 * The event of a hit. It is no action, because use of the Mini App is counted separately; but opening it is a contact.
 * A hit that is sent again, however late, changes nothing: its identity is the ID that the script gave it, else its
 * content and moment.
 */
export function hitEvent({
  bot,
  user,
  at,
  receivedAt,
  rules,
  launch = '',
  country = '',
  allowedAt = null,
  counted,
  ...reported
}: Hit): Event {
  const { userId, firstName, lastName, username, language, isPremium } = user;
  const name = text(reported.name, nameLength);
  const platform = text(reported.platform, wordLength);
  const version = text(reported.version, wordLength);
  const isOpening = name === appLaunchName && userId !== 0;
  const startPayload = isOpening ? text(reported.startPayload, payloadLength) : '';
  const deviceDate = Math.max(0, Math.floor((counted?.deviceTime ?? at) / 1000));
  const content = [userId, at, name, startPayload, platform, version, ...(launch === '' ? [] : [launch])];
  const identity = counted === undefined ? content : [counted.app, counted.id];
  return {
    ...blankEvent({ bot, receivedAt }),
    userId,
    firstName,
    lastName,
    username,
    language,
    isPremium,
    chatId: userId,
    kind: 'hit',
    name,
    isContact: userId !== 0,
    ...(startPayload === '' ? {} : { isStart: true, startPayload, ...parseStartPayload(startPayload, rules) }),
    time: at,
    sentAt: Math.max(0, Math.floor(at / 1000)),
    partitionKey: partitionKeyFor(deviceDate, userId),
    id: hashEventId(`${bot} hit ${JSON.stringify(identity)}`),
    payload: JSON.stringify({
      hit: {
        ...(userId === 0
          ? {}
          : { from: { ...toTelegramUser(user), ...(allowedAt === null ? {} : { allows_write_to_pm: true }) } }),
        name,
        ...(startPayload === '' ? {} : { start_param: startPayload }),
        platform,
        version,
        ...(launch === '' ? {} : { launch }),
        ...(country === '' ? {} : { country }),
        ...(allowedAt === null ? {} : { auth_date: Math.floor(allowedAt / 1000) }),
        ...(counted === undefined ? {} : described(counted)),
      },
    }),
  };
}

/** The user in the form that `rebuildUsers` reads names from. */
const toTelegramUser = ({ userId, firstName, lastName, username, language, isPremium }: Hit['user']) => ({
  id: userId,
  first_name: firstName,
  last_name: lastName,
  username,
  language_code: language,
  is_premium: isPremium,
});

/** Money that a page reports is not income: it is in the payload alone. */
function described({ app, proof, path, category, value, unit, props, ticket, script }: CountedHit) {
  return {
    app,
    proof,
    ...(path === '' ? {} : { path }),
    ...(category === '' ? {} : { category }),
    ...(value === null ? {} : { value, unit }),
    ...(Object.keys(props).length === 0 ? {} : { props }),
    ...(ticket === '' ? {} : { ticket }),
    ...(script === '' ? {} : { script }),
  };
}
