import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLocked } from '../../platform/data-dir/directory-lock.ts';

/** What a running server leaves in the data directory, so that the admin command finds it. */
export interface RunningServer {
  url: string;
}

const fileIn = (dataDir: string): string => join(dataDir, 'server.json');

export function announceServer(dataDir: string, server: RunningServer): () => void {
  const file = fileIn(dataDir);
  writeFileSync(file, JSON.stringify(server), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/** The server that runs on this data directory, or null; a file left by a killed one does not count. */
export function findServer(dataDir: string): RunningServer | null {
  if (!isLocked(dataDir, 'server')) return null;
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as RunningServer;
  } catch {
    return null;
  }
}
