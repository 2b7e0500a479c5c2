import { setPriority } from 'node:os';

/** Three quarters of a core go to who has niceness 0 and wants it; with 10 the app starved beside the bots of the tests. */
const niceness = 5;

/**
 * Lets the bots' traffic go first: this process's threads, those of the embedded engine included, take what is left. To be
 * called before they are made, as they have it from the one that makes them.
 */
export function yieldToTraffic(): void {
  setPriority(niceness);
}
