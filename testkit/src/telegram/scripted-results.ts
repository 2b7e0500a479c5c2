import { type Duration, toMilliseconds } from '../clock.ts';
import { BotApiError, type ErrorParameters, tooManyRequests } from './errors.ts';

/** Ending of a scripted call. */
export type Outcome =
  | { code: number; description: string; parameters?: ErrorParameters }
  | { retryAfter: number }
  | { migrateTo: number }
  /** Answers normally, but late. */
  | { slow: Duration }
  /**
   * Cuts the connection: `before` nothing was done, `after` the method has run and nobody learns it, `middle` it has run
   * and half of the answer's body has been sent.
   */
  | { reset: 'before' | 'middle' | 'after' }
  /** Answers at once, but the body takes this long to arrive. */
  | { trickle: Duration }
  /** A page instead of an envelope, as a broken gateway sends it. */
  | { status: number; html: string };

/** Calls that get the outcome; a field that is left out matches everything. */
export interface Script {
  /** A method in any letter case; `/file` for downloads, which match nothing else. */
  method?: string;
  chatId?: number;
  outcome: Outcome;
  /** Number of calls; default 1. */
  times?: number;
}

/** Name by which a script calls a download of a file. */
export const download = '/file';

/** Makes the server cut the connection. */
export class ConnectionReset extends Error {}

/** Makes the server answer with a page. */
export class HtmlAnswer extends Error {
  readonly status: number;
  constructor(status: number, html: string) {
    super(html);
    this.status = status;
  }
}

/** The scripts of one bot, used up in the order in which they were written. */
export function createScripts() {
  const scripts: (Script & { left: number })[] = [];
  return {
    add(script: Script): void {
      scripts.push({ ...script, left: script.times ?? 1 });
    },
    /** The outcome for this call, if one is scripted; using it counts. */
    take(method: string, chatId: string): Outcome | undefined {
      const script = scripts.find(
        (item) =>
          item.left > 0 &&
          (item.method?.toLowerCase() ?? anyMethod(method)) === method.toLowerCase() &&
          (item.chatId === undefined || String(item.chatId) === chatId),
      );
      if (script) script.left -= 1;
      return script?.outcome;
    },
  };
}

/** A script that names no method is meant for methods; a download is none. */
const anyMethod = (method: string) => (method === download ? undefined : method.toLowerCase());

/** Runs a method under an outcome. `wait` sleeps on the server's clock. */
export async function runScripted<T>(
  outcome: Outcome | undefined,
  wait: (ms: number) => Promise<void>,
  run: () => T | Promise<T>,
): Promise<T> {
  if (!outcome) return run();
  if ('code' in outcome) throw new BotApiError(outcome.code, outcome.description, outcome.parameters);
  if ('retryAfter' in outcome) throw tooManyRequests(outcome.retryAfter);
  if ('migrateTo' in outcome) {
    const text = 'Bad Request: group chat was upgraded to a supergroup chat';
    throw new BotApiError(400, text, { migrate_to_chat_id: outcome.migrateTo });
  }
  if ('html' in outcome) throw new HtmlAnswer(outcome.status, outcome.html);
  if ('slow' in outcome) {
    await wait(toMilliseconds(outcome.slow));
    return run();
  }
  if ('trickle' in outcome || outcome.reset === 'middle') return run();
  if (outcome.reset === 'after') await run();
  throw new ConnectionReset();
}
