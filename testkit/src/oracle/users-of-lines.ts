import type { Span } from './calendar.ts';
import { isWithin } from './calendar.ts';
import { changes } from './churn.ts';
import { commandName, isHiddenCommand } from './commands.ts';
import { conversionsIn } from './conversions.ts';
import { actionsIn, collectUsers, firstContacts } from './fact-sets.ts';
import type { Fact } from './facts/fact.ts';
import type { Look } from './question.ts';
import { findWindow } from './reports/active-users.ts';
import { goneAt } from './reports/users.ts';
import { sessionsOfUsers } from './sessions.ts';
import { valueOfUser } from './user-selection.ts';
import { guessGender, newestProfiles } from './users.ts';

type Users = ReadonlySet<number>;
/** Finds the users behind a line, in a bucket or the whole period; null for lines without users here. */
export type UsersOfLine = (look: Look, span: Span, line: string) => Users | null;

export const acted = ({ acts }: Look, span: Span, isOne: (fact: Fact) => boolean = () => true): Users =>
  collectUsers(actionsIn(acts, span).filter(isOne));

export const newIn = ({ lives }: Look, span: Span): Users =>
  new Set([...firstContacts(lives)].filter(([, time]) => isWithin(time, span)).map(([userId]) => userId));

export const moved =
  (way: 'left' | 'returned') =>
  ({ lives }: Look, span: Span): Users =>
    collectUsers(changes(lives).filter(({ to, time }) => to === way && isWithin(time, span)));

/** Levels are those of the bucket's end; behind a share stand those who make it. */
export const levels: UsersOfLine = (look, { end, start }, line) => {
  if (start > look.question.now) return null;
  const knownUsers = [...firstContacts(look.lives)].filter(([, time]) => time < end).map(([userId]) => userId);
  const departedUsers = goneAt(look, end);
  if (line === 'all') return new Set(knownUsers);
  return new Set(knownUsers.filter((userId) => departedUsers.has(userId) === (line === 'left')));
};

export const growth: UsersOfLine = (look, span, line) => {
  if (line === 'live') return levels(look, span, 'live');
  return line === 'new' ? newIn(look, span) : moved(line === 'left' ? 'left' : 'returned')(look, span);
};

export const sessions: UsersOfLine = (look, span) => {
  const startedSessions = sessionsOfUsers(look).filter(({ times: [first = 0] }) => isWithin(first, span));
  const countedSessions =
    look.question.type === 'rejection' ? startedSessions.filter(({ times }) => times.length === 1) : startedSessions;
  return collectUsers(countedSessions);
};

export const messages: UsersOfLine = (look, span, line) =>
  acted(look, span, (fact) => (isHiddenCommand(fact, look.question) ? 'command' : fact.type) === line);

export const usersByCommand: UsersOfLine = (look, span, line) =>
  acted(look, span, (fact) => commandName(fact, look.question) === line);

export const active: UsersOfLine = (look, span, line) => {
  const days = { active: null, last_1: 1, last_7: 7, last_30: 30 }[line];
  if (days === undefined) return null;
  const window = days === null ? span : findWindow(look, span, days);
  return window ? acted(look, window) : null;
};

export const byGender: UsersOfLine = (look, span, line) => {
  const profiles = newestProfiles(look.facts);
  const guess = (userId: number) => {
    const profile = profiles.get(userId);
    return profile ? guessGender(profile).gender : 'unknown';
  };
  if (line === 'confidence') return null;
  return acted(look, span, ({ userId }) => guess(userId) === line);
};

export const byPremium: UsersOfLine = (look, span, line) => {
  const profiles = newestProfiles(look.facts);
  return acted(look, span, ({ userId }) => profiles.get(userId)?.isPremium === (line === 'premium'));
};

export const byDimension: UsersOfLine = (look, span, line) => {
  const dimension = look.question.by ?? 'language';
  const ownValue = ({ userId, chatType }: Fact) =>
    dimension === 'chat_type' ? chatType : valueOfUser(dimension, userId, look, look.span, look.question);
  return acted(look, span, (fact) => ownValue(fact) === line);
};

export const converted: UsersOfLine = (look, span) =>
  collectUsers(conversionsIn(look, span).filter(({ isRefund }) => !isRefund));

export const ofTarget: UsersOfLine = (look, span, line) =>
  collectUsers(conversionsIn(look, span).filter(({ isRefund, targetId }) => !isRefund && String(targetId) === line));

export const paid: UsersOfLine = (look, span, line) =>
  collectUsers(conversionsIn(look, span).filter(({ currency, amount }) => currency === line && amount !== 0));
