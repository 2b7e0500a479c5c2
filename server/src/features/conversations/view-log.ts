import QuickLRU from 'quick-lru';
import { hourMs } from '../../platform/time-units.ts';

/** An entry is some 200 bytes; an account that opens more people in an hour gets more entries. */
const mostKept = 10_000;

/** Decides which views of a conversation are recorded: one entry of the audit log an hour for each account and person. */
export function createViewLog(monotonic: () => number) {
  const views = new QuickLRU<string, number>({ maxSize: mostKept });
  /** True for the first view within an hour. */
  return (account: string, bot: string, person: number): boolean => {
    const key = `${account} ${bot} ${person}`;
    const before = views.get(key);
    if (before !== undefined && monotonic() - before < hourMs) return false;
    views.set(key, monotonic());
    return true;
  };
}
