import { AppError } from '../../../platform/errors.ts';
import { busyError, type StatementWork, timeoutError } from './statement-work.ts';

/** The engine refuses the rows of an insert, not the insert as such: some of them are bad, the others are not. */
export class DataError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'DataError';
  }
}

// Numbers as in ClickHouse's src/Common/ErrorCodes.cpp.
const timeoutExceeded = '159';
const memoryLimitExceeded = '241';
const tooHeavy = new Set([
  '158', // TOO_MANY_ROWS
  '160', // TOO_SLOW
  memoryLimitExceeded, // that of the statement; the limit of the whole engine is the fault of no single one
  '307', // TOO_MANY_BYTES
  '396', // TOO_MANY_ROWS_OR_BYTES
]);
const badData = new Set([
  '6', // CANNOT_PARSE_TEXT
  '26', // CANNOT_PARSE_QUOTED_STRING
  '27', // CANNOT_PARSE_INPUT_ASSERTION_FAILED
  '32', // ATTEMPT_TO_READ_AFTER_EOF
  '33', // CANNOT_READ_ALL_DATA
  '38', // CANNOT_PARSE_DATE
  '41', // CANNOT_PARSE_DATETIME
  '53', // TYPE_MISMATCH
  '69', // ARGUMENT_OUT_OF_BOUND
  '70', // CANNOT_CONVERT_TYPE
  '72', // CANNOT_PARSE_NUMBER
  '117', // INCORRECT_DATA
  '130', // CANNOT_READ_ARRAY_FROM_TEXT
  '131', // TOO_LARGE_STRING_SIZE
  '321', // VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE
  '407', // DECIMAL_OVERFLOW
  '467', // CANNOT_PARSE_BOOL
  '469', // VIOLATED_CONSTRAINT
  '691', // UNKNOWN_ELEMENT_OF_ENUM
]);
const unavailable = new Set([
  '74', // CANNOT_READ_FROM_FILE_DESCRIPTOR
  '75', // CANNOT_WRITE_TO_FILE_DESCRIPTOR: a full disk under the embedded engine
  '76', // CANNOT_OPEN_FILE
  '202', // TOO_MANY_SIMULTANEOUS_QUERIES
  '209', // SOCKET_TIMEOUT
  '210', // NETWORK_ERROR
  '236', // ABORTED
  '242', // TABLE_IS_READ_ONLY
  '243', // NOT_ENOUGH_SPACE
  '252', // TOO_MANY_PARTS
  '285', // TOO_FEW_LIVE_REPLICAS
  '286', // UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE
  '289', // REPLICA_IS_NOT_IN_QUORUM
  '319', // UNKNOWN_STATUS_OF_INSERT
  '394', // QUERY_WAS_CANCELLED
  '425', // SYSTEM_ERROR
  '516', // AUTHENTICATION_FAILED
]);

/** The engine's numeric error code as text; undefined where the engine was not even reached. */
function engineCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^\d+$/.test(code)) return code;
  return error instanceof Error ? /Code: (\d+)\. DB::Exception/.exec(error.message)?.[1] : undefined;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** True for what `insertError` made of a body without rows: the engine takes that for a mistake. */
export const isEmptyInsert = (error: unknown): boolean =>
  error instanceof AppError && engineCode(error.cause) === '108'; // NO_DATA_TO_INSERT

/**
 * The error of a failed statement, in our words; `work` is how much it had done. A mistake in the SQL stays what it is:
 * that is a fault of ours, not a state.
 */
export function queryError(error: unknown, work?: StatementWork): Error {
  const code = engineCode(error);
  if (code === timeoutExceeded) return timeoutError(work, error);
  if (code === memoryLimitExceeded && /\(total\)/i.test(String(error))) return busyError(error);
  if (code === undefined) return new AppError('StoreUnavailable', { cause: error });
  if (tooHeavy.has(code)) return new AppError('QueryTooHeavy', { cause: error });
  if (unavailable.has(code)) return new AppError('StoreUnavailable', { cause: error });
  return asError(error);
}

/**
 * Why an insert failed. Whatever is not plainly the fault of the rows counts as StoreUnavailable: the rows then wait
 * in the spool, and a reason we have not met yet loses nothing.
 */
export function insertError(error: unknown): Error {
  const code = engineCode(error);
  return code !== undefined && badData.has(code)
    ? new DataError(asError(error))
    : new AppError('StoreUnavailable', { cause: error });
}
