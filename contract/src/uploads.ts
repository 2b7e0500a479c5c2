import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { BotKey, botPath } from './ids.ts';

/** Fields of a user that can be read; `user_id` alone is necessary. */
export const uploadFields = [
  'user_id',
  'username',
  'first_name',
  'last_name',
  'language_code',
  'is_premium',
  'date_added',
  'source',
  'status',
  'date_left',
] as const;
export type UploadField = (typeof uploadFields)[number];

/** Why a line of a file is not taken. */
export const rowRejectionReasons = [
  /** No user id in the line. */
  'MissingUserId',
  /** The user id is no positive whole number: a group's, a name, a number cut by a spreadsheet. */
  'BadUserId',
  /** A date that is no date, or before 2013, or in the future. */
  'BadDate',
  /** An update that has no date, and nothing before it in the file has one. */
  'MissingDate',
  /** The line is no CSV, or no JSON. */
  'Malformed',
  /** Longer than 1,048,576 characters. */
  'TooLarge',
  /** A cell of more than 262,144 characters. */
  'CellTooLarge',
  /** More than 1,000 cells. */
  'TooManyColumns',
  // As with pushed updates:
  'NotAnObject',
  'NotAnItem',
  'AMessage',
  'TooDeep',
] as const;
export type RowRejectionReason = (typeof rowRejectionReasons)[number];

/** Why the reading of a file ended before its end. */
const uploadFailures = [
  /** A packed file that is cut off or broken. */
  'Damaged',
  /** A packed file that is far larger than it looks. */
  'TooLarge',
  /** A packed file that is more than ten times the largest file when unpacked. */
  'TooLong',
  /** The process ended while it read the file, which may be the file's fault: it is kept, and read again only by hand. */
  'Interrupted',
  /** The content can no longer be read in any format. */
  'Unreadable',
  /** The file is not on the disk any more: it was on another machine, or was deleted there. */
  'FileGone',
  /** The instance that has the file has not been running for a day. */
  'InstanceGone',
  /** Something went wrong on our side; the server's log says what. */
  'Unknown',
] as const;
export type UploadFailure = (typeof uploadFailures)[number];

/** A file with users or updates from before the bot was connected, on its way into the reports. */
export const Upload = z.object({
  id: z.string(),
  file_name: z.string(),
  bytes: z.number(),
  format: z.enum(['csv', 'json', 'jsonl']),
  /** Content of the file: users (one a line), or whole updates. */
  content: z.enum(['users', 'updates']),
  state: z.enum(['ready', 'running', 'done', 'cancelled', 'failed']),
  /** Only of a failed one. */
  failure: z.nullable(z.enum(uploadFailures)),
  /** The first lines as we read them: column names, and a cell for each. No cells for members without *See users*. */
  columns: z.array(z.string()),
  preview: z.array(z.array(z.string())),
  /** Users only: field (`uploadFields`) → column. A field that is not there is not read. */
  mapping: z.record(z.string(), z.string()),
  read_bytes: z.number(),
  accepted: z.number(),
  refused: z.number(),
  /**
   * The first 200 refused lines (`line`: of the file, or place in a JSON list; `reason`: `rowRejectionReasons`; `text`:
   * null for members without *See users*); the report, of up to 100,000 rows or 8 MB, can be downloaded with that right.
   */
  rejected_rows: z.array(z.object({ line: z.number(), reason: z.string(), text: z.nullable(z.string()) })),
  created_at: z.string(),
  finished_at: z.nullable(z.string()),
});
export type Upload = z.output<typeof Upload>;

const uploadParams = z.object({ key: BotKey, id: z.uuid() });

/** The file travels as the body of `POST /api/bots/{key}/uploads?file_name=…`; its report is at `…/uploads/{id}/rejected-rows.csv`. */
export const uploadPath = (botKey: string): string => `/api/bots/${botKey}/uploads`;

export const uploadEndpoints = {
  listUploads: endpoint({
    method: 'GET',
    path: '/bots/{key}/uploads',
    access: 'storage.upload',
    params: botPath,
    data: z.array(Upload),
  }),
  getUpload: endpoint({
    method: 'GET',
    path: '/bots/{key}/uploads/{id}',
    access: 'storage.upload',
    params: uploadParams,
    data: Upload,
  }),
  startUpload: endpoint({
    method: 'POST',
    path: '/bots/{key}/uploads/{id}/start',
    access: 'storage.upload',
    params: uploadParams,
    body: z.object({
      content: z.enum(['users', 'updates']),
      mapping: z.optional(z.record(z.string(), z.string())),
    }),
    data: Upload,
  }),
  /** Stops one that runs; throws away one that waits. What was read stays, and may be read again without doubling. */
  cancelUpload: endpoint({
    method: 'DELETE',
    path: '/bots/{key}/uploads/{id}',
    access: 'storage.upload',
    params: uploadParams,
    data: z.null(),
  }),
};
