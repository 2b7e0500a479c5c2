import type { RowRejectionReason } from '@botscope/contract';

/** One line or list item of a file: a value (of CSV the cells), or why it could not be read. */
export type FileItem =
  | { line: number; value: unknown; problem?: undefined }
  | { line: number; problem: RowRejectionReason; text: string };

/** Characters. Telegram's own updates are a fraction of this, and so are lines of users. */
export const largestLine = 1_048_576;
/** Characters; the longest cells hold updates as JSON. */
export const largestCell = 262_144;
export const maxColumns = 1_000;
