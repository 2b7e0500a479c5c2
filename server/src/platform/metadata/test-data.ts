import { createHash } from 'node:crypto';
import { constants, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createData } from './engine/create-data.ts';

/** Gives a throwaway data directory the embedded engine's files, without tables: what a first start would make. */
export async function copyEmptyData(dataDir: string): Promise<void> {
  cpSync(await emptyData(), join(dataDir, 'metadata'), { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** An empty data directory, made once per machine and version (3 s) and copied by each test (0.1 s). */
async function emptyData(): Promise<string> {
  const home = join(tmpdir(), `botscope-pglite-${makerVersion()}-${process.getuid?.() ?? 0}`);
  const ready = join(home, 'empty');
  if (existsSync(ready)) return ready;
  mkdirSync(home, { recursive: true });
  const mine = join(home, `empty-${process.pid}`);
  await createData(mine);
  try {
    renameSync(mine, ready);
  } catch {
    // Another test process finished first.
    rmSync(mine, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  return ready;
}

/** The engine's version, and of our own two files that make a directory with it. */
function makerVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest = readFileSync(join(dirname(dirname(entry)), 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const ours = createHash('sha256');
  for (const name of ['init-data.ts', 'durable-files.ts']) {
    ours.update(readFileSync(join(import.meta.dirname, 'engine', name)));
  }
  return `${version}-${ours.digest('hex').slice(0, 8)}`;
}
