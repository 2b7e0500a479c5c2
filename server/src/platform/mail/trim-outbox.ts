import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { toOutboxPath } from './mail.ts';

const keptDays = 30;

/** Deletes mails of the outbox folder that are older than 30 days. */
export async function trimOutbox(dataDir: string, now: number): Promise<{ deleted: number }> {
  const outbox = toOutboxPath(dataDir);
  // There is no folder before the first mail.
  const names = await readdir(outbox).catch(() => []);
  let deletedCount = 0;
  for (const name of names) {
    const file = join(outbox, name);
    const { mtimeMs } = await stat(file);
    if (mtimeMs >= now - keptDays * 86_400_000) continue;
    await rm(file, { force: true });
    deletedCount += 1;
  }
  return { deleted: deletedCount };
}
