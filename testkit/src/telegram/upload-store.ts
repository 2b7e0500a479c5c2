import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UploadedFile } from './multipart.ts';

/** A file above this size goes to disk: the log keeps every upload, and a few of 50 MB would fill a small machine. */
const inMemory = 1_048_576;

/** Takes uploads out of the bodies that they came in, so that a body need not live as long as the log. */
export interface UploadStore {
  keep(file: UploadedFile): UploadedFile;
  clear(): void;
}

export function createUploadStore(): UploadStore {
  let folder: string | undefined;
  let count = 0;

  return {
    keep({ field, name, type, size, bytes }) {
      if (size <= inMemory) return { field, name, type, size, bytes: Buffer.from(bytes) };
      folder ??= mkdtempSync(join(tmpdir(), 'simulated-telegram-'));
      count += 1;
      const path = join(folder, String(count));
      writeFileSync(path, bytes);
      return {
        field,
        name,
        type,
        size,
        get bytes() {
          return readFileSync(path);
        },
      };
    },
    clear() {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
      folder = undefined;
    },
  };
}
