import { access, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { syncDirectory } from '../../platform/journal/durable-file.ts';

const idLength = 36;

/** Files of uploads on the disk of this instance. */
export function uploadFiles(dataDir: string) {
  const directory = join(dataDir, 'uploads');
  const filePath = (id: string): string => join(directory, id);
  const reportPath = (id: string): string => `${filePath(id)}.rejected-rows.csv`;
  const arriving = new Set<string>();

  return {
    pathOf: filePath,
    reportOf: reportPath,
    markOf: (id: string) => readingMark(filePath(id)),
    open: () => mkdir(directory, { recursive: true }),

    /** While `take` runs, the file of this id has no row yet and is not tidied away. */
    async arrive<T>(id: string, take: (path: string) => Promise<T>): Promise<T> {
      await mkdir(directory, { recursive: true });
      arriving.add(id);
      try {
        return await take(filePath(id));
      } catch (error) {
        await rm(filePath(id), { force: true });
        throw error;
      } finally {
        arriving.delete(id);
      }
    },

    /** The report as the reading process has left it, packed; null if no row was rejected. */
    async packReport(id: string): Promise<Uint8Array | null> {
      const csv = await readFile(reportPath(id)).catch(() => null);
      return csv === null ? null : promisify(gzip)(csv);
    },

    removeReport: (id: string) => rm(reportPath(id), { force: true }),

    async remove(id: string): Promise<void> {
      await rm(filePath(id), { force: true });
      await rm(reportPath(id), { force: true });
      await readingMark(filePath(id)).clear();
    },

    /** Deletes what no upload needs: files of removed bots, of uploads that broke off or were thrown away elsewhere. */
    async tidy(loadUploads: () => Promise<readonly { id: string }[]>): Promise<void> {
      // In this order: a file whose row comes between the two lists is in the second one, or arriving.
      const names = await readdir(directory).catch(() => []);
      const keptIds = new Set(arriving);
      for (const { id } of await loadUploads()) keptIds.add(id);
      for (const name of names) {
        if (!keptIds.has(name.slice(0, idLength))) await rm(join(directory, name), { force: true });
      }
    },
  };
}
export type UploadFiles = ReturnType<typeof uploadFiles>;

/**
 * A file on the disk beside an upload while it is being read. It is written before the reading begins and deleted at its
 * orderly end, so one that is found at the start means that the process died over this file. (A file that caused a fatal
 * error was resumed automatically at every start, and ended every one of them.)
 */
function readingMark(upload: string) {
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
