import { type CampaignAttempt, chatStatesByCounting } from './chat-states.ts';
import type { Delivery } from './deliveries.ts';
import type { Question } from './question.ts';
import { selectByCounting } from './segments.ts';

/** All users known to the bot, by whether a message can reach them: rising ids. */
export interface CountedReach {
  canGet: number[];
  left: number[];
  neverStarted: number[];
}

/** Looks at each user alone. `to` of the question is the present day. */
export function reachByCounting(
  deliveries: readonly Delivery[],
  question: Question,
  attempts: readonly CampaignAttempt[] = [],
): CountedReach {
  const segmentQuestion = { question, segments: new Map() };
  const chats = chatStatesByCounting(deliveries, question.rules, attempts);
  const departedUsers = selectByCounting(
    deliveries,
    { match: 'all', rules: [{ kind: 'property', property: 'status', not: false, values: ['left'] }] },
    segmentQuestion,
  );
  const reach: CountedReach = { canGet: [], left: [], neverStarted: [] };
  for (const userId of selectByCounting(deliveries, { match: 'all', rules: [] }, segmentQuestion)) {
    const chat = chats.get(userId) ?? 'never_opened';
    if (departedUsers.includes(userId) || chat === 'blocked' || chat === 'deleted') reach.left.push(userId);
    else if (chat === 'open') reach.canGet.push(userId);
    else reach.neverStarted.push(userId);
  }
  return reach;
}
