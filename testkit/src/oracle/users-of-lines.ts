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
type Lines = (look: Look, span: Span, line: string) => Users | null;

/** Returns the users behind a line, in a bucket or the whole period; null for lines without users here. */
export function usersInLine(look: Look, span: Span, line: string): Users | null {
  return lines[look.question.type]?.(look, span, line) ?? null;
}

const acted = ({ acts }: Look, span: Span, isOne: (fact: Fact) => boolean = () => true): Users =>
  collectUsers(actionsIn(acts, span).filter(isOne));

const newIn = ({ lives }: Look, span: Span): Users =>
  new Set([...firstContacts(lives)].filter(([, time]) => isWithin(time, span)).map(([userId]) => userId));

const moved =
  (way: 'left' | 'returned') =>
  ({ lives }: Look, span: Span): Users =>
    collectUsers(changes(lives).filter(({ to, time }) => to === way && isWithin(time, span)));

/** Levels are those of the bucket's end; behind a share stand those who make it. */
const levels: Lines = (look, { end, start }, line) => {
  if (start > look.question.now) return null;
  const knownUsers = [...firstContacts(look.lives)].filter(([, time]) => time < end).map(([userId]) => userId);
  const departedUsers = goneAt(look, end);
  if (line === 'all') return new Set(knownUsers);
  return new Set(knownUsers.filter((userId) => departedUsers.has(userId) === (line === 'left')));
};

const growth: Lines = (look, span, line) => {
  if (line === 'live') return levels(look, span, 'live');
  return line === 'new' ? newIn(look, span) : moved(line === 'left' ? 'left' : 'returned')(look, span);
};

const sessions: Lines = (look, span) => {
  const startedSessions = sessionsOfUsers(look).filter(({ times: [first = 0] }) => isWithin(first, span));
  const countedSessions =
    look.question.type === 'rejection' ? startedSessions.filter(({ times }) => times.length === 1) : startedSessions;
  return collectUsers(countedSessions);
};

const messages: Lines = (look, span, line) =>
  acted(look, span, (fact) => (isHiddenCommand(fact, look.question) ? 'command' : fact.type) === line);

const usersByCommand: Lines = (look, span, line) =>
  acted(look, span, (fact) => commandName(fact, look.question) === line);

const active: Lines = (look, span, line) => {
  const days = { active: null, last_1: 1, last_7: 7, last_30: 30 }[line];
  if (days === undefined) return null;
  const window = days === null ? span : findWindow(look, span, days);
  return window ? acted(look, window) : null;
};

const byGender: Lines = (look, span, line) => {
  const profiles = newestProfiles(look.facts);
  const guess = (userId: number) => {
    const profile = profiles.get(userId);
    return profile ? guessGender(profile).gender : 'unknown';
  };
  if (line === 'confidence') return null;
  return acted(look, span, ({ userId }) => guess(userId) === line);
};

const byPremium: Lines = (look, span, line) => {
  const profiles = newestProfiles(look.facts);
  return acted(look, span, ({ userId }) => profiles.get(userId)?.isPremium === (line === 'premium'));
};

const byDimension: Lines = (look, span, line) => {
  const dimension = look.question.by ?? 'language';
  const ownValue = ({ userId, chatType }: Fact) =>
    dimension === 'chat_type' ? chatType : valueOfUser(dimension, userId, look, look.span, look.question);
  return acted(look, span, (fact) => ownValue(fact) === line);
};

const converted: Lines = (look, span) => collectUsers(conversionsIn(look, span).filter(({ isRefund }) => !isRefund));

const ofTarget: Lines = (look, span, line) =>
  collectUsers(conversionsIn(look, span).filter(({ isRefund, targetId }) => !isRefund && String(targetId) === line));

const paid: Lines = (look, span, line) =>
  collectUsers(conversionsIn(look, span).filter(({ currency, amount }) => currency === line && amount !== 0));

const lines: Readonly<Record<string, Lines>> = {
  new_users: newIn,
  left_users: moved('left'),
  return_users: moved('returned'),
  visitors: (look, span) => acted(look, span),
  active_users: active,
  count_users: levels,
  users_graph: growth,
  session_count: sessions,
  avg_duration_session: sessions,
  avg_events_session: sessions,
  rejection: sessions,
  messages_from_user: messages,
  user_commands_stat: usersByCommand,
  audience: byDimension,
  gender: byGender,
  premium: byPremium,
  conversions_summary: converted,
  conversions_chart_summary: ofTarget,
  sum_income: paid,
};
