import type { UploadRefusal } from '@botscope/contract';

/** One line or list item of a file: a value (of CSV the cells), or why it could not be read. */
export type FileItem =
  | { line: number; value: unknown; problem?: undefined }
  | { line: number; problem: UploadRefusal; text: string };
