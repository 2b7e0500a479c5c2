import type { Event, Upload, UploadFailure } from '@botscope/contract';
import type { StartRules } from '../../events/normalize/imported-event.ts';
import type { Beginning } from './columns.ts';
import type { FileFormat } from './file-format.ts';
import type { UserMapping } from './read-user.ts';

/**
 * Messages between the server and the process that reads a file. Files are read in a process of their own, with a
 * memory limit: 257 kB of packed lines blocked every request for 5.5 s, and 3.8 MB ended the server.
 */
export type ReadJob =
  | { do: 'look'; path: string }
  | {
      do: 'read';
      path: string;
      bot: string;
      content: Upload['content'];
      mapping: UserMapping;
      rules: StartRules;
      /** Unix ms: the moment of the upload. */
      now: number;
      /** File for the report of refused lines. */
      rejectedRowsPath: string;
      maxInflatedBytes: number;
    };

/** Progress so far, and events that come on top of those of the messages before. */
export interface Progress {
  events: Event[];
  readBytes: number;
  /** Lines and items that became events. */
  accepted: number;
  refused: number;
  rejectedRows: Upload['rejected_rows'];
}

export type FromReader =
  | { is: 'seen'; format: FileFormat; beginning: Beginning }
  /** The next one comes when this one is answered by `ToReader`. */
  | { is: 'chunk'; progress: Progress }
  | { is: 'end' }
  | { is: 'failed'; failure: UploadFailure; text: string };

export type ToReader = { is: 'job'; job: ReadJob } | { is: 'next' };

/** Why a file was not read to its end. */
export class ReadingError extends Error {
  override readonly name = 'ReadingError';
  readonly failure: UploadFailure;

  constructor(failure: UploadFailure, text: string) {
    super(text);
    this.failure = failure;
  }
}
