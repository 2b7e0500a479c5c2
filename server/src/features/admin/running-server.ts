import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DirectoryInUse, holderEndMs, isLocked } from '../../platform/data-dir/directory-lock.ts';

/** Entry of a running server in the data directory, by which the admin command finds it. */
export interface RunningServer {
  url: string;
}

const fileIn = (dataDir: string): string => join(dataDir, 'server.json');

export function announceServer(dataDir: string, server: RunningServer): () => void {
  writeFileSync(fileIn(dataDir), JSON.stringify(server), { mode: 0o600 });
  return () => withdrawServer(dataDir);
}

/** A server that starts removes what a killed one left: its address may be another's by now. */
export const withdrawServer = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });

/**
 * The server that runs on this data directory, or null. One that is starting is waited for, after `onWait`: beside it a
 * command would open the stores that the server is about to open.
 * @throws DirectoryInUse when it has not started after a minute
 */
export async function findServer(dataDir: string, onWait: () => void): Promise<RunningServer | null> {
  const startedAt = performance.now();
  for (let isFirst = true; isLocked(dataDir, 'server'); isFirst = false) {
    const server = readAnnouncement(dataDir);
    if (server !== null) return server;
    if (performance.now() - startedAt > holderEndMs) throw new DirectoryInUse(dataDir);
    if (isFirst) onWait();
    await wait(200);
  }
  return null;
}

function readAnnouncement(dataDir: string): RunningServer | null {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as RunningServer;
  } catch {
    return null;
  }
}
