import type { Event, Membership } from '@botscope/contract';
import { partitionKeyFor } from './assign-partition-key.ts';
import { blankEvent } from './blank-event.ts';
import { hashEventId } from './event-id.ts';
import { parseStartPayload, type StartRules } from './start-payload.ts';

export type { StartRules } from './start-payload.ts';

export interface ImportedMoment {
  /** Public key of the bot. */
  bot: string;
  user: Pick<Event, 'userId' | 'firstName' | 'lastName' | 'username' | 'language' | 'isPremium'> & {
    /** Launch payload that led the user to the bot; '' = not known. */
    source: string;
  };
  membership: Membership;
  /** Unix ms; null where nobody knows: then the moment of the first import counts. */
  at: number | null;
  receivedAt: number;
  rules: StartRules;
}

/**
 * A user's first contact with the bot, or their block, before the bot was connected. No action: it counts for users and for
 * nothing that users do. With a known source it is also their first launch.
 */
export function importedEvent({ bot, user, membership, at, receivedAt, rules }: ImportedMoment): Event {
  const { source: startPayload, ...profile } = user;
  const { userId, firstName, lastName, username, language, isPremium } = profile;
  const isLaunch = membership === '' && startPayload !== '';
  const sentAt = at === null ? 0 : Math.floor(at / 1000);
  return {
    ...blankEvent({ bot, receivedAt }),
    userId,
    firstName,
    lastName,
    username,
    language,
    isPremium,
    chatId: userId,
    chatType: 'private',
    kind: 'imported',
    membership,
    isContact: true,
    ...(isLaunch ? { isStart: true, startPayload, ...parseStartPayload(startPayload, rules) } : {}),
    time: at ?? receivedAt,
    sentAt,
    partitionKey: partitionKeyFor(sentAt, userId),
    // With a source it says more than without one: a launch must not hide behind an entry that is none.
    id: hashEventId(`${bot} imported ${userId} ${membership} ${at ?? 'undated'}${isLaunch ? ` ${startPayload}` : ''}`),
    // In the form that `rebuildUsers` reads names from.
    payload: JSON.stringify({
      imported: {
        from: {
          id: userId,
          first_name: firstName,
          last_name: lastName,
          username,
          language_code: language,
          is_premium: isPremium,
        },
        start_payload: startPayload,
        membership,
      },
    }),
  };
}
