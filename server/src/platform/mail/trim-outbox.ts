import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { outboxOf } from './mail.ts';

const keptDays = 30;

/** Deletes mails of the outbox folder that are older than 30 days. */
export async function trimOutbox(dataDir: string, now: number): Promise<{ deleted: number }> {
  const outbox = outboxOf(dataDir);
  // There is no folder before the first mail.
  const names = await readdir(outbox).catch(() => []);
  let deleted = 0;
  for (const name of names) {
    const file = join(outbox, name);
    const { mtimeMs } = await stat(file);
    if (mtimeMs >= now - keptDays * 86_400_000) continue;
    await rm(file, { force: true });
    deleted += 1;
  }
  return { deleted };
}
