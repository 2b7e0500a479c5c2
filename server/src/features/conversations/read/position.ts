import { AppError } from '../../../platform/errors.ts';

/** Position of an event in a user's history: events are ordered by time (Unix ms), then by id. */
export interface Position {
  time: number;
  id: bigint;
}

const largestId = 2n ** 64n - 1n;

export const cursorOf = ({ at_ms, id }: { at_ms: number; id: string }): string => `${at_ms}-${id}`;

/** @throws AppError InvalidField */
export function parseCursor(text: string, field: string): Position {
  const [, time = '', id = ''] = /^(-?\d{1,15})-(\d{1,20})$/.exec(text) ?? [];
  if (time === '' || BigInt(id) > largestId) throw new AppError('InvalidField', { field });
  return { time: Number(time), id: BigInt(id) };
}

/** Before every event of a moment: reading on after it begins with them. */
export const beforeMoment = (time: number): Position => ({ time, id: 0n });
