import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The id of the instance that has this data directory, made on its first start: what lies on its disk (spool, uploads) is
 * found by it. Copying a directory copies the id, which is right: what waits in it belongs to one of the two.
 */
export function instanceId(dataDir: string): string {
  const file = join(dataDir, 'instance-id');
  if (!existsSync(file)) writeFileSync(file, randomUUID(), { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
}
