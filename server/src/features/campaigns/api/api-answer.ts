import {
  type AuditAction,
  type ErrorCode,
  errors,
  type PermissionKey,
  type Permissions,
  type PublicCampaignError,
} from '@botscope/contract';
import { toPushAnswer } from '../../../ingest/push/push-error.ts';
import { AppError } from '../../../platform/errors.ts';

/** A request of a bot's code, on behalf of the bot's owner. */
export interface ApiCall {
  bot: { key: string };
  owner: { key: string; timeZone: string };
  /** The owner's: a key has none of its own. */
  permissions: Permissions;
  /** Ids of the path. */
  id: number;
  query: Record<string, unknown>;
  body: unknown;
  request: { id: string; isAgain: boolean };
  signal: AbortSignal;
  /** @throws AppError AccessDenied where the owner has not this permission */
  demand(key: PermissionKey): void;
  record(action: AuditAction, detail: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Seconds after which a client should retry where nothing else is known. */
const retryAfterS = 5;

/** Errors that only this API has, with their statuses. */
const ownErrors = {
  Unauthorized: [401, 'The API key is missing or wrong'],
  BadJson: [400, 'The body is no JSON object'],
  IdempotencyKeyInvalid: [400, 'Idempotency-Key must have 1 to 255 printable ASCII characters'],
  IdempotencyKeyReused: [409, 'This Idempotency-Key was used for another request within 24 hours'],
  IdempotencyKeyInUse: [409, 'A request with this Idempotency-Key is still being answered'],
  OutcomeUnknown: [409, 'The request was interrupted; the message may have been sent'],
} as const satisfies Record<string, readonly [number, string]>;
type OwnError = keyof typeof ownErrors;

/** A rejection by the campaign API. `problems`: what is wrong with which field. */
export class ApiFailure extends Error {
  readonly code: OwnError | ErrorCode;
  readonly problems: readonly { field: string; message: string }[];

  constructor(code: OwnError | ErrorCode, problems: readonly { field: string; message: string }[] = []) {
    super(code);
    this.name = 'ApiFailure';
    this.code = code;
    this.problems = problems;
  }
}

export interface ApiAnswer {
  status: number;
  body: PublicCampaignError;
  /** Seconds. */
  retryAfter: number | null;
}

/** Any error in the form of the public API. One that is not expected has no text in it. */
export function toApiAnswer(error: unknown, maxBytes: number): ApiAnswer {
  if (error instanceof ApiFailure) {
    const [status, sentence] =
      error.code in ownErrors ? ownErrors[error.code as OwnError] : errors[error.code as ErrorCode];
    return buildAnswer(status, error.code, sentence, error.problems, error.code === 'IdempotencyKeyInUse' ? 1 : null);
  }
  if (error instanceof AppError) {
    const { code, field, message } = error;
    const problems = field === undefined ? [] : [{ field, message }];
    const [status] = errors[code];
    const wait = error.retryAfterS ?? (status === 429 || status === 503 ? retryAfterS : null);
    return buildAnswer(status, code, message, problems, wait);
  }
  const { status, body, retryAfter } = toPushAnswer(error, maxBytes);
  return { status, body: { ...body, code: codes[status] ?? 'BadRequest', error: undefined }, retryAfter };
}

const codes: Readonly<Record<number, string>> = {
  413: 'UploadTooLarge',
  429: 'TooManyRequests',
  500: 'Unexpected',
  503: 'StoreUnavailable',
};

function buildAnswer(
  status: number,
  code: string,
  sentence: string,
  problems: readonly { field: string; message: string }[],
  retryAfter: number | null,
): ApiAnswer {
  const fieldProblems = problems.filter(({ field }) => field !== '');
  const problemText = fieldProblems.map(({ field, message }) => `${field}: ${message}`).join('; ');
  const error: Record<string, string[]> = {};
  for (const { field, message } of fieldProblems) error[field] = [...(error[field] ?? []), message];
  return {
    status,
    body: {
      ok: false,
      error_code: status,
      code,
      description: problemText === '' ? sentence : `${sentence}: ${problemText}`,
      ...(fieldProblems.length > 0 && { error }),
    },
    retryAfter,
  };
}
