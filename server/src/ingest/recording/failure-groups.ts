import type { BotFailure } from './bot-failure.ts';

/** Equal failures are counted, and only the newest text is made: ten thousand bad items cost one line. */
export function createFailureGroups() {
  const groups = new Map<string, { failure: Omit<BotFailure, 'text'>; count: number; text: () => string }>();
  return {
    add(failure: Omit<BotFailure, 'text'>, text: () => string): void {
      const key = `${failure.kind} ${failure.code} ${failure.method ?? ''} ${failure.reason}`;
      groups.set(key, { failure, text, count: (groups.get(key)?.count ?? 0) + 1 });
    },
    all: (): BotFailure[] =>
      [...groups.values()].map(({ failure, count, text }) => ({
        ...failure,
        text: text(),
        ...(count > 1 ? { count } : {}),
      })),
  };
}
