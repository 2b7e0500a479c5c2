import { setPriority } from 'node:os';

/** Nine tenths of a core go to who has niceness 0 and wants it. */
const niceness = 10;

/**
 * Lets the bots' traffic go first: this process's threads, those of the embedded engine included, take what is left. To be
 * called before they are made, as they have it from the one that makes them.
 */
export function yieldToTraffic(): void {
  setPriority(niceness);
}
