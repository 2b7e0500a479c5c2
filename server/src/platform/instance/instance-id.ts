import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Names a data directory, and so the one process that has it: what lies on its disk is found by that process alone. It
 * is made at the first start and kept in `<dataDir>/instance-id`.
 * @throws Error if the file contains something else: a new id would leave what the old one owns without an owner
 */
export function readInstanceId(dataDir: string): string {
  const file = join(dataDir, 'instance-id');
  if (!existsSync(file)) writeWhole(file, randomUUID());
  chmodSync(file, 0o600);
  const id = readFileSync(file, 'utf8').trim();
  if (!uuid.test(id))
    throw new Error(`${file} does not contain an instance id: restore it, or delete it for a new one`);
  return id;
}

/** Under another name first: a power loss must not leave an empty file. */
function writeWhole(file: string, text: string): void {
  const unfinished = `${file}.new`;
  const descriptor = openSync(unfinished, 'w', 0o600);
  try {
    writeSync(descriptor, `${text}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(unfinished, file);
}
