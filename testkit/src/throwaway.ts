import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory that exists for one test; `await using` removes it at the end of the block. */
export interface ThrowawayDirectory extends AsyncDisposable {
  readonly path: string;
  remove(): Promise<void>;
}

/** Makes an empty directory under the system's temporary one. */
export async function throwawayDirectory(prefix = 'botscope-'): Promise<ThrowawayDirectory> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  // An embedded store may still be closing its files: three tries ride over that.
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
  return { path, remove, [Symbol.asyncDispose]: remove };
}

/** Runs `work` in a throwaway directory and removes it afterwards, also after a failure. */
export async function inThrowawayDirectory<T>(work: (path: string) => Promise<T>): Promise<T> {
  const directory = await throwawayDirectory();
  try {
    return await work(directory.path);
  } finally {
    await directory.remove();
  }
}

/** A TCP port of the loopback interface that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
