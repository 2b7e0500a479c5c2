import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { openPrivateDirectory } from '../../../platform/data-dir/private-files.ts';

const folder = 'files';

/** Key of a file: folders are per bot and user, so that the files of either can be deleted. */
export interface CachedFile {
  bot: string;
  user: number;
  /** Telegram's lasting name of the content. */
  name: string;
}

/**
 * Files of conversations, kept on disk so that Telegram is asked once. The least recently used go first. Each process has
 * its own; a file that is missing is fetched again.
 */
export function createFileCache({ dataDir, maxBytes }: { dataDir: string; maxBytes: number }) {
  const root = join(dataDir, folder);
  /** Paths and sizes, the least recently used first. */
  let loadedFiles: Promise<Map<string, number>> | null = null;
  let temporary = 0;

  const open = (): Promise<Map<string, number>> => {
    openPrivateDirectory(root);
    loadedFiles ??= load(root);
    return loadedFiles;
  };
  const buildPath = ({ bot, user, name }: CachedFile): string => {
    const safe = /^[\w-]{1,64}$/.test(name) ? name : createHash('sha256').update(name).digest('hex');
    return join(root, bot, String(user), safe);
  };
  const forget = async (directory: string): Promise<number> => {
    const files = await open();
    const paths = [...files.keys()].filter((path) => path.startsWith(join(directory, '/')));
    for (const path of paths) files.delete(path);
    await rm(directory, { recursive: true, force: true });
    return paths.length;
  };

  return {
    /** The path and size of a file that is there. */
    async find(file: CachedFile): Promise<{ path: string; size: number } | null> {
      const [files, path] = [await open(), buildPath(file)];
      const size = files.get(path);
      if (size === undefined) return null;
      const now = new Date();
      const isThere = await utimes(path, now, now).then(
        () => true,
        () => false,
      );
      files.delete(path);
      if (!isThere) return null;
      files.set(path, size);
      return { path, size };
    },
    /** Stores what `write` puts into a path, which is moved to its place when it is complete. Throws what `write` throws. */
    async add(file: CachedFile, write: (path: string) => Promise<void>): Promise<{ path: string; size: number }> {
      const [files, path] = [await open(), buildPath(file)];
      temporary += 1;
      const draft = join(root, `.${process.pid}-${temporary}`);
      try {
        await write(draft);
        const { size } = await stat(draft);
        await mkdir(join(root, file.bot, String(file.user)), { recursive: true, mode: 0o700 });
        await rename(draft, path);
        files.delete(path);
        files.set(path, size);
        await evict(files, maxBytes);
        return { path, size };
      } finally {
        await rm(draft, { force: true });
      }
    },
    /** Lists the users with files here. */
    async owners(): Promise<{ bot: string; user: number }[]> {
      const folders = new Set([...(await open()).keys()].map((path) => dirname(relative(root, path))));
      return [...folders].map((one) => ({ bot: dirname(one), user: Number(basename(one)) }));
    },
    /** Both return how many files there were. */
    removeBot: (bot: string): Promise<number> => forget(join(root, bot)),
    removeUser: (bot: string, user: number): Promise<number> => forget(join(root, bot, String(user))),
  };
}

export type FileCache = ReturnType<typeof createFileCache>;

async function load(root: string): Promise<Map<string, number>> {
  const names = await readdir(root, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    names
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const { size, mtimeMs } = await stat(path);
        return { path, size, mtimeMs, isDraft: entry.parentPath === root };
      }),
  );
  // A draft at the start is what a process left that was killed.
  for (const { path, isDraft } of files) if (isDraft) await rm(path, { force: true });
  const completeFiles = files.filter(({ isDraft }) => !isDraft).sort((one, other) => one.mtimeMs - other.mtimeMs);
  return new Map(completeFiles.map(({ path, size }) => [path, size]));
}

/** A stream that is being read goes on: the file is only unlinked. The newest one stays in any case. */
async function evict(files: Map<string, number>, maxBytes: number): Promise<void> {
  let total = 0;
  for (const size of files.values()) total += size;
  for (const [path, size] of [...files].slice(0, -1)) {
    if (total <= maxBytes) return;
    files.delete(path);
    total -= size;
    await rm(path, { force: true });
  }
}
