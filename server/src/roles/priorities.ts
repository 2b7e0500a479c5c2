import { readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setPriority } from 'node:os';

/** Three quarters of a core go to who has niceness 0 and wants it; with 10 the app starved beside the bots of the tests. */
const niceness = 5;
/**
 * The embedded engine has ten threads that run at a time and more: each of them would get as much as the app itself, and
 * together more than the bots.
 */
const engineNiceness = 15;
/** The engine makes threads when it needs them, ms. */
const lookAgainMs = 5_000;
const ownThreads = '/proc/self/task';

/**
 * Lets the bots' traffic go first: this process's threads take what is left. To be called before they are made, as they
 * have it from the one that makes them.
 */
export function yieldToTraffic(): void {
  setPriority(niceness);
}

/**
 * Lets the threads of the embedded engine go after everything else. To be called before it is opened: all threads that are
 * made from now on are its own. Nothing where the system does not show threads.
 */
export async function yieldEngine(): Promise<void> {
  // Node makes all of its own threads for files with the first file.
  await stat('.');
  const known = threads();
  if (known === null) return;
  setInterval(() => {
    for (const thread of threads() ?? []) {
      if (known.has(thread)) continue;
      known.add(thread);
      try {
        setPriority(thread, engineNiceness);
      } catch {
        // It has ended.
      }
    }
  }, lookAgainMs).unref();
}

function threads(): Set<number> | null {
  try {
    return new Set(readdirSync(ownThreads).map(Number));
  } catch {
    return null;
  }
}
