import { AppError } from '../../../platform/errors.ts';

/** Time that a statement has run, and processor time that it has had meanwhile, seconds. */
export interface StatementWork {
  elapsed: number;
  processor: number;
}

/** The work of a running statement, by its marker (see `markerOf`): no row once it has ended. */
export const workSql = (marker: string): string =>
  `SELECT elapsed, ProfileEvents['OSCPUVirtualTimeMicroseconds'] / 1e6 AS processor
FROM system.processes WHERE Settings['log_comment'] = '${marker}' LIMIT 1`;

/** Parts of its time after which a statement is looked at; the later look may be late itself on a busy host. */
const looksAfter = [0.5, 0.8] as const;

/** A statement without a wait gets a whole core, or both: 0.99 was measured of one thread, 0.5 beside three others. */
const wholeCore = 0.8;

/** Seconds after which a caller may try again: what keeps the processor busy is rarely over sooner. */
const retryAfterS = 10;

export interface WorkWatch {
  /** The newest known work; undefined before the first look has succeeded. */
  work(): StatementWork | undefined;
  stop(): void;
}

/** Looks at a running statement before its time is up, so that its end can be explained. `readWork` may reject. */
export function watchWork(timeoutSeconds: number, readWork: () => Promise<StatementWork | undefined>): WorkWatch {
  let newest: StatementWork | undefined;
  const look = () =>
    readWork().then(
      (work) => {
        newest = work ?? newest;
      },
      () => undefined,
    );
  const timers = looksAfter.map((part) => setTimeout(() => void look(), part * timeoutSeconds * 1_000));
  return { work: () => newest, stop: () => timers.forEach(clearTimeout) };
}

/** The error of a statement that others left nothing for. */
export const busyError = (cause: unknown): AppError => new AppError('Overloaded', { retryAfterS, cause });

/**
 * Why a statement whose time was up had no answer. One that had the processor all the time is too heavy. Another one
 * waited for it: a report on 400 events took 30 s on a busy host, and a shorter period would not have helped.
 */
export function timeoutError(work: StatementWork | undefined, cause: unknown): AppError {
  const isHeavy = work !== undefined && work.processor >= work.elapsed * wholeCore;
  return isHeavy ? new AppError('QueryTooHeavy', { cause }) : busyError(cause);
}
