import type { ErrorCode, ErrorItem } from '@botscope/contract';

/** Codes that a call may fail with: the server's, and one for no answer at all. */
export type FailureCode = ErrorCode | 'InternetUnavailable';

/** A call that did not succeed. `status` is 0 where no answer came (no network, or 30 s without one). */
export class ApiError extends Error {
  readonly code: FailureCode;
  readonly status: number;
  readonly items: readonly ErrorItem[];
  /** Seconds after which the server wants to be asked again, where it said so. */
  readonly retryAfterS: number | undefined;
  /** 30 s without an answer: a server that is that busy is not asked a second time by itself. */
  readonly timedOut: boolean;

  constructor(
    code: FailureCode,
    status: number,
    items: readonly ErrorItem[] = [],
    cause?: unknown,
    retryAfterS?: number,
  ) {
    super(code, { cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.items = items;
    this.retryAfterS = retryAfterS;
    this.timedOut = cause instanceof DOMException && cause.name === 'TimeoutError';
  }
}

/** The code of whatever was thrown. */
export const codeOf = (error: unknown): FailureCode => (error instanceof ApiError ? error.code : 'UnknownError');

/** Whether a failed read is tried once more: not after a clear no, and not after a time-out, which would make 60 s of 30. */
export const isWorthRepeating = (failures: number, error: unknown): boolean =>
  failures < 1 && error instanceof ApiError && !error.timedOut && (error.status === 0 || error.status >= 500);
