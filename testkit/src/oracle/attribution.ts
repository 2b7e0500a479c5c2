import type { Event } from '@botscope/contract';
import type { Question } from './question.ts';

/** A launch: somebody's `/start` or opening of the Mini App, or the first action of somebody who came without one. */
export interface Launch {
  time: number;
  payload: string;
  /** Of the asked parameter; '' where the payload says nothing of it. */
  value: string;
  /** The person's first, or the first after leaving. */
  isSignificant: boolean;
}

type Rules = Pick<Question, 'model' | 'sourceParameter'>;

/** The value of a launch parameter that a launch carries. */
function launchValue(event: Event, parameter: string, sourceParameter: string): string {
  return parameter === sourceParameter ? event.source : (event.params[parameter] ?? '');
}

/** All launches of one person, in order. `events` may be of everybody. */
export function launchesOf(events: readonly Event[], userId: number, parameter: string, rules: Rules): Launch[] {
  const own = events.filter((event) => event.userId === userId);
  // Of one millisecond any order would do, if it is always the same: people's first sources are kept by receipt.
  const isKept = rules.model === 'first' && parameter === rules.sourceParameter;
  const launches = own
    .filter((event) => event.isStart)
    .sort((a, b) => a.time - b.time || (isKept ? byReceipt(a, b) : BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .map(
      (event): Launch => ({
        time: event.time,
        payload: event.startPayload,
        value: launchValue(event, parameter, rules.sourceParameter),
        isSignificant: false,
      }),
    );
  const firstAction = own.find((event) => event.isAction);
  if (firstAction && !launches.some(({ time }) => time <= firstAction.time)) {
    launches.unshift({ time: firstAction.time, payload: '', value: '', isSignificant: false });
  }
  const leavings = own.filter(({ membership }) => membership === 'left').map(({ time }) => time);
  return launches.map((launch, index) => {
    const before = launches[index - 1];
    // Of a launch and a block in the same millisecond, the launch came first.
    const isSignificant = before === undefined || leavings.some((time) => before.time <= time && time < launch.time);
    return { ...launch, isSignificant };
  });
}

function byReceipt(a: Event, b: Event): number {
  return a.receivedAt - b.receivedAt || (`${a.source}\t${a.startPayload}` < `${b.source}\t${b.startPayload}` ? -1 : 1);
}

/** Who and where a value is looked for. */
interface Whose {
  userId: number;
  parameter: string;
  /** A launch counts if it lies before this moment; for a conversion also in the very moment. */
  before: number;
}

/** The value that one model gives a person; '' = direct. */
export function attributed(events: readonly Event[], { userId, parameter, before }: Whose, rules: Rules): string {
  const launches = launchesOf(events, userId, parameter, rules).filter(({ time }) => time < before);
  if (rules.model === 'first') return launches.at(0)?.value ?? '';
  const counted = rules.model === 'last' ? launches : launches.filter(({ isSignificant }) => isSignificant);
  return counted.findLast(({ payload }) => tellsSomething(payload))?.value ?? '';
}

/** Telegram itself launches the bot for business chats: nobody's link. */
function tellsSomething(payload: string): boolean {
  return payload !== '' && !/^bizChat-?\d+$/.test(payload);
}
