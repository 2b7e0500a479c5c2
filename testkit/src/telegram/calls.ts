import type { UploadedFile } from './multipart.ts';

/** One method call, as received and as answered. */
export interface Call {
  at: Date;
  /** @name of the bot. */
  bot: string;
  /** In Telegram's spelling, whatever the caller wrote. */
  method: string;
  /** Texts as received; JSON objects and arrays are parsed. */
  params: Record<string, unknown>;
  files: UploadedFile[];
  via: 'http' | 'webhook reply';
  isTest: boolean;
  /** HTTP status of the answer; 0 while the call runs and after a cut connection. */
  status: number;
  /** `result` of a success, description of an error. */
  answer: unknown;
}

/** The log of every call to the server, oldest first. */
export function createCallLog() {
  const calls: Call[] = [];
  const watchers = new Set<(call: Call) => void>();
  return {
    calls,
    begin(call: Omit<Call, 'status' | 'answer'>): Call {
      const entry: Call = { ...call, status: 0, answer: undefined };
      calls.push(entry);
      return entry;
    },
    finish(call: Call, status: number, answer: unknown): void {
      call.status = status;
      call.answer = answer;
      for (const watcher of watchers) watcher(call);
    },
    /** Resolves with the next call that fits and is finished; rejects after `timeoutMs` of real time. */
    next(fits: (call: Call) => boolean, description: string, timeoutMs = 10_000): Promise<Call> {
      return new Promise((resolve, reject) => {
        const giveUp = setTimeout(() => {
          watchers.delete(watcher);
          reject(new Error(`no ${description} within ${timeoutMs} ms; the log says:\n${describeCalls(calls)}`));
        }, timeoutMs);
        const watcher = (call: Call) => {
          if (!fits(call)) return;
          clearTimeout(giveUp);
          watchers.delete(watcher);
          resolve(call);
        };
        watchers.add(watcher);
      });
    },
  };
}

export type CallLog = ReturnType<typeof createCallLog>;

/** One line per call, for a failing test's message. */
function describeCalls(calls: readonly Call[]): string {
  return calls
    .map(({ at, bot, method, params, status }) => {
      return `${at.toISOString()} @${bot} ${method} ${JSON.stringify(params)} → ${status || 'open'}`;
    })
    .join('\n');
}

/** Parameters as the log shows them. */
export function readableParams(params: Map<string, string>): Record<string, unknown> {
  return Object.fromEntries([...params].map(([name, value]) => [name, readable(value)]));
}

function readable(value: string): unknown {
  if (!/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
