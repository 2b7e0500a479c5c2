import { access, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from '../../platform/journal/durable-file.ts';

/**
 * A file on the disk beside an upload while it is being read. It is written before the reading begins and deleted at its
 * orderly end, so one that is found at the start means that the process died over this file. (A file that caused a fatal
 * error was resumed automatically at every start, and ended every one of them.)
 */
export function readingMark(upload: string) {
  const path = `${upload}.reading`;
  return {
    async set(): Promise<void> {
      const file = await open(path, 'w');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
      await syncDirectory(dirname(path));
    },
    isSet: (): Promise<boolean> =>
      access(path).then(
        () => true,
        () => false,
      ),
    clear: (): Promise<void> => rm(path, { force: true }),
  };
}
