import type { Fact } from './facts/fact.ts';
import { isBusinessChat } from './facts/payload.ts';
import { type Question, sourceParameterOf } from './question.ts';

/** A launch: `/start`, the Mini App opened by a link, a list's source, or the first action of a user who came without one. */
export interface Launch {
  time: number;
  payload: string;
  /** Value of the requested parameter; '' where the payload does not name it. */
  value: string;
  /** The user's first, or the first after leaving. */
  isSignificant: boolean;
}

type Rules = Pick<Question, 'model' | 'rules'>;

/** The value of a launch parameter that a launch carries. */
function launchValue(fact: Fact, parameter: string, rules: Rules): string {
  return parameter === sourceParameterOf(rules) ? fact.source : (fact.params[parameter] ?? '');
}

/** All launches of one user, in order. `events` may belong to all users. */
export function findLaunches(events: readonly Fact[], userId: number, parameter: string, rules: Rules): Launch[] {
  const userEvents = events.filter((event) => event.userId === userId);
  const launches = userEvents
    .filter((event) => event.isLaunch)
    .map(
      (event): Launch => ({
        time: event.time,
        payload: event.startPayload,
        value: launchValue(event, parameter, rules),
        isSignificant: false,
      }),
    );
  const firstAction = userEvents.find((event) => event.isAction);
  if (firstAction && !launches.some(({ time }) => time <= firstAction.time)) {
    launches.unshift({ time: firstAction.time, payload: '', value: '', isSignificant: false });
  }
  const leavings = userEvents.filter(({ membership }) => membership === 'blocked').map(({ time }) => time);
  return launches.map((launch, index) => {
    const before = launches[index - 1];
    // If a launch and a block share a millisecond, the launch came first.
    const isSignificant = before === undefined || leavings.some((time) => before.time <= time && time < launch.time);
    return { ...launch, isSignificant };
  });
}

/** User and parameter of the value to find. */
interface Whose {
  userId: number;
  parameter: string;
  /** A launch counts if it lies before this moment; for a conversion also in the very moment. */
  before: number;
}

/** The value that one model gives a user; '' = direct. */
export function attributed(events: readonly Fact[], { userId, parameter, before }: Whose, rules: Rules): string {
  const launches = findLaunches(events, userId, parameter, rules).filter(({ time }) => time < before);
  if (rules.model === 'first') return launches.at(0)?.value ?? '';
  const candidates = rules.model === 'last' ? launches : launches.filter(({ isSignificant }) => isSignificant);
  return candidates.findLast(({ payload }) => namesSource(payload))?.value ?? '';
}

/** Telegram itself launches the bot for business chats: nobody's link. */
function namesSource(payload: string): boolean {
  return payload !== '' && !isBusinessChat(payload);
}
