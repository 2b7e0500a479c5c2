import type { ErrorCode, ErrorItem } from '@botscope/contract';

/** What a call may fail with: the server's codes, and one for no answer at all. */
export type FailureCode = ErrorCode | 'InternetUnavailable';

/** A call that did not succeed. `status` is 0 where no answer came (no network, or 30 s without one). */
export class ApiError extends Error {
  readonly code: FailureCode;
  readonly status: number;
  readonly items: readonly ErrorItem[];

  constructor(code: FailureCode, status: number, items: readonly ErrorItem[] = [], cause?: unknown) {
    super(code, { cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.items = items;
  }
}

/** The code of whatever was thrown. */
export const codeOf = (error: unknown): FailureCode => (error instanceof ApiError ? error.code : 'UnknownError');
