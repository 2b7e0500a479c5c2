import type { BotFailure } from './bot-failure.ts';

/** The newest of equal failures. */
type Example = Pick<BotFailure, 'text' | 'userId'>;

/** Equal failures are counted, and only the newest text is made: ten thousand bad items cost one line. */
export function createFailureGroups() {
  const groups = new Map<string, { failure: Omit<BotFailure, 'text'>; count: number; example: () => Example }>();
  return {
    add(failure: Omit<BotFailure, 'text'>, example: () => Example): void {
      const key = `${failure.kind} ${failure.code} ${failure.method ?? ''} ${failure.reason}`;
      groups.set(key, { failure, example, count: (groups.get(key)?.count ?? 0) + 1 });
    },
    all: (): BotFailure[] =>
      [...groups.values()].map(({ failure, count, example }) => {
        const { text, userId } = example();
        return { ...failure, text, ...(userId == null ? {} : { userId }), ...(count > 1 ? { count } : {}) };
      }),
  };
}
