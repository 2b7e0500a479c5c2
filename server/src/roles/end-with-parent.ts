import { isMainThread, Worker, workerData } from 'node:worker_threads';

const checkMs = 250;
const isWatch = (data: unknown): data is { parent: number } =>
  typeof data === 'object' && data !== null && typeof (data as { parent?: unknown }).parent === 'number';

/**
 * Ends this process, like `kill -9`, within a second of its parent's end, also while its event loop is busy: a thread of
 * its own looks who the parent is. After a `kill -9` on a busy machine an app process lived on for 20 seconds, had the
 * stores, and the server could not start again. Node has no `prctl(PR_SET_PDEATHSIG)`.
 */
export function endWithParent(): void {
  const data = { parent: process.ppid };
  const thread = new Worker(new URL(import.meta.url), { workerData: data, stdin: false, env: {} });
  // Out of memory, for example: then the disconnect is what ends the process.
  thread.on('error', () => undefined);
  thread.unref();
}

// This file is also the code of the thread.
if (!isMainThread && isWatch(workerData)) {
  const { parent } = workerData;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, checkMs);
}
