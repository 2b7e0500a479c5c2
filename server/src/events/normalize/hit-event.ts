import type { Event } from '@botscope/contract';
import { text } from '../../telegram/json.ts';
import { partitionKeyFor } from './assign-partition-key.ts';
import { blankEvent } from './blank-event.ts';
import { eventIdOf } from './event-id.ts';
import { parseStartPayload, type StartRules } from './start-payload.ts';

/** The name of the hit that a Mini App begins with. */
export const appLaunchName = 'app_launch';

/** An event that a Mini App reports about its user. */
export interface Hit {
  /** Public key of the bot. */
  bot: string;
  /** The user as Telegram shows them to the Mini App: for users who never wrote to the bot this is all there is. */
  person: Pick<Event, 'userId' | 'firstName' | 'lastName' | 'username' | 'language' | 'isPremium'>;
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
}

/** What a startapp link may carry, and what Telegram's own words and any sensible event name fit into. */
const payloadLength = 512;
const nameLength = 64;
const wordLength = 32;

/**
 * The event of a hit. It is no action, because use of the Mini App is counted separately; but opening it is a contact.
 * Its content and moment are its identity, so a hit that is sent again, however late, changes nothing.
 */
export function hitEvent({ bot, person, at, receivedAt, rules, ...reported }: Hit): Event {
  const { userId, firstName, lastName, username, language, isPremium } = person;
  const name = text(reported.name, nameLength);
  const platform = text(reported.platform, wordLength);
  const version = text(reported.version, wordLength);
  const startPayload = name === appLaunchName ? text(reported.startPayload, payloadLength) : '';
  const sentAt = Math.max(0, Math.floor(at / 1000));
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
    sentAt,
    partitionKey: partitionKeyFor(sentAt, userId),
    id: eventIdOf(`${bot} hit ${JSON.stringify([userId, at, name, startPayload, platform, version])}`),
    // The person in the form that `rebuildUsers` reads names from.
    payload: JSON.stringify({
      hit: {
        from: {
          id: userId,
          first_name: firstName,
          last_name: lastName,
          username,
          language_code: language,
          is_premium: isPremium,
        },
        name,
        ...(startPayload === '' ? {} : { start_param: startPayload }),
        platform,
        version,
      },
    }),
  };
}
