import type { EventStore, Statement } from '../events/event-store.ts';

export interface AnswerCacheOptions {
  now(): number;
  /** How long an answer serves, ms. Short: people watch a new bot's first numbers arrive. */
  freshForMs?: number;
  /** Rows kept in all, to bound memory: 200,000 small rows are some 30 MB. */
  maxRows?: number;
}

interface Answer {
  rows: Promise<object[]>;
  askedAt: number;
  /** Null while the statement runs. */
  size: number | null;
  waiting: number;
  stop: AbortController;
}

/**
 * A store that answers equal questions once: askers of a running statement share it, and its answer serves for a
 * moment longer. A dashboard opened by five colleagues, or reloaded in anger, costs one scan. A statement is stopped
 * when everybody who waits for it has gone. Failures are not kept.
 */
export function cacheAnswers(store: Pick<EventStore, 'query'>, options: AnswerCacheOptions): Pick<EventStore, 'query'> {
  const { now, freshForMs = 2_000, maxRows = 200_000 } = options;
  const answers = new Map<string, Answer>();
  let rowsKept = 0;

  function drop(key: string, answer: Answer): void {
    if (answers.get(key) !== answer) return;
    answers.delete(key);
    rowsKept -= answer.size ?? 0;
  }

  function dropOld(): void {
    for (const [key, answer] of answers) {
      const old = now() - answer.askedAt >= freshForMs;
      if (answer.size !== null && (old || rowsKept > maxRows)) drop(key, answer);
    }
  }

  function ask(key: string, statement: Statement): Answer {
    const stop = new AbortController();
    const rows = store.query<object>({ ...statement, signal: stop.signal });
    const answer: Answer = { rows, askedAt: now(), size: null, waiting: 0, stop };
    answers.set(key, answer);
    rows.then(
      (list) => {
        answer.size = list.length;
        if (answers.get(key) === answer) rowsKept += list.length;
        dropOld();
      },
      () => drop(key, answer),
    );
    return answer;
  }

  return {
    async query<Row extends object>(statement: Statement): Promise<Row[]> {
      statement.signal?.throwIfAborted();
      dropOld();
      const key = JSON.stringify([statement.sql, statement.params], bigintAsText);
      const answer = answers.get(key) ?? ask(key, statement);
      answer.waiting += 1;
      try {
        return (await untilAborted(answer.rows, statement.signal)) as Row[];
      } finally {
        answer.waiting -= 1;
        if (answer.waiting === 0 && answer.size === null) {
          drop(key, answer);
          answer.stop.abort(statement.signal?.reason);
        }
      }
    },
  };
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

/** The promise, or the signal's reason as soon as it is aborted. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
