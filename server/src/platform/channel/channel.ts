import type { ErrorCode } from '@botscope/contract';
import type { Logger } from 'pino';
import { systemClock } from '../clock.ts';
import { AppError } from '../errors.ts';

/** An error on its way to another process: classes do not survive a structured clone. */
interface SentError {
  /** Null for what is no AppError. */
  code: ErrorCode | null;
  message: string;
}

function sentError(error: unknown): SentError {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return { code: null, message: error instanceof Error ? error.message : String(error) };
}

const readError = ({ code, message }: SentError): Error =>
  code === null ? new Error(message) : new AppError(code, { message });

/** One end of a channel: it answers `calls` and takes `notices` without an answer; values are structured clones. */
export interface ChannelSide {
  calls: Record<string, { args: readonly unknown[]; result: unknown }>;
  notices: Record<string, unknown>;
}

/** Handlers for calls and notices from the other end. */
export interface ChannelHandlers<Own extends ChannelSide> {
  calls: {
    [Name in keyof Own['calls']]: (...args: Own['calls'][Name]['args']) => Promise<Own['calls'][Name]['result']>;
  };
  notices: { [Name in keyof Own['notices']]: (value: Own['notices'][Name]) => void };
}

/**
 * Time limit for the answer to each call, ms. A process that is stopped or loops keeps its end open and answers
 * nothing: bots waited for `beginPolling` and `setWebhook` as long as it hung. A new call does not compile without one.
 */
export type CallLimits<Other extends ChannelSide> = Readonly<Record<keyof Other['calls'], number>>;

/** One end of the connection between two processes of this server. The other end may go and come back. */
export interface Channel<Other extends ChannelSide> {
  isOpen(): boolean;
  /** False where nobody is there to take it; then nothing is kept. */
  notify<Name extends keyof Other['notices'] & string>(name: Name, value: Other['notices'][Name]): boolean;
  /** Rejects with what the other end threw. @throws AppError StoreUnavailable when the other end is gone, or says nothing in time */
  call<Name extends keyof Other['calls'] & string>(
    name: Name,
    ...args: Other['calls'][Name]['args']
  ): Promise<Other['calls'][Name]['result']>;
  /** The other end is there: `send` reaches it. */
  open(send: (batch: Message[]) => void): void;
  /** To be called with each batch that comes from the other end. */
  receive(batch: unknown): void;
  /** The other end hangs: calls under way are rejected, as if their time were over. */
  giveUpCalls(): void;
  /** The other end is gone: calls under way are rejected. */
  close(): void;
}

export type Message =
  | [kind: 'notice', name: string, value: unknown]
  | [kind: 'call', name: string, id: number, args: readonly unknown[]]
  | [kind: 'result', id: number, result: unknown]
  | [kind: 'error', id: number, error: SentError];

interface Waiting {
  /** Until when, on the monotonic clock. */
  until: number;
  resolve(value: never): void;
  reject(error: Error): void;
}

/** Interval at which overdue calls are looked for, ms: one timer for all of them. */
const sweepMs = 500;

/** Makes an end. What is sent within one turn of the event loop leaves as one batch: a message alone costs some 20 µs. */
export function createChannel<Own extends ChannelSide, Other extends ChannelSide>(
  handlers: ChannelHandlers<Own>,
  limits: CallLimits<Other>,
  logger: Pick<Logger, 'error'>,
  monotonic: () => number = systemClock.monotonic,
): Channel<Other> {
  const openCalls = new Map<number, Waiting>();
  let sweeper: NodeJS.Timeout | null = null;
  let lastId = 0;
  let send: ((batch: Message[]) => void) | null = null;
  let gathered: Message[] = [];

  function giveUpCalls(): void {
    const calls = [...openCalls.values()];
    openCalls.clear();
    for (const { reject } of calls) reject(new AppError('StoreUnavailable'));
  }
  function sweep(): void {
    const now = monotonic();
    for (const [id, { until, reject }] of openCalls) {
      if (now < until) continue;
      openCalls.delete(id);
      reject(new AppError('StoreUnavailable'));
    }
    if (openCalls.size > 0 || sweeper === null) return;
    clearInterval(sweeper);
    sweeper = null;
  }
  function flush(): void {
    const batch = gathered;
    gathered = [];
    if (batch.length > 0) send?.(batch);
  }
  function enqueue(message: Message): void {
    if (gathered.push(message) === 1) setImmediate(flush);
  }

  async function answer(name: string, id: number, args: readonly unknown[]): Promise<void> {
    // A name that the types do not have is of another version: it is answered with an error.
    const handler: ((...given: never) => Promise<unknown>) | undefined = handlers.calls[name];
    try {
      if (handler === undefined) throw new Error(`The other process asks for ${name}, which this one does not have`);
      enqueue(['result', id, await handler(...(args as never))]);
    } catch (error) {
      enqueue(['error', id, sentError(error)]);
    }
  }
  function take(message: Message): void {
    if (message[0] === 'notice') handlers.notices[message[1]]?.(message[2] as never);
    else if (message[0] === 'call') void answer(message[1], message[2], message[3]);
    else {
      const call = openCalls.get(message[1]);
      openCalls.delete(message[1]);
      if (message[0] === 'result') call?.resolve(message[2] as never);
      else call?.reject(readError(message[2]));
    }
  }

  return {
    isOpen: () => send !== null,
    notify(name, value) {
      if (send === null) return false;
      enqueue(['notice', name, value]);
      return true;
    },
    call(name, ...args) {
      if (send === null) return Promise.reject(new AppError('StoreUnavailable'));
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        openCalls.set(id, { until: monotonic() + limits[name], resolve, reject });
        sweeper ??= setInterval(sweep, sweepMs).unref();
        enqueue(['call', name, id, args]);
      });
    },
    open(newSend) {
      gathered = [];
      send = newSend;
    },
    receive(batch) {
      for (const message of batch as Message[]) {
        try {
          take(message);
        } catch (error) {
          logger.error({ err: error, notice: message[1] }, 'a message of the other process could not be handled');
        }
      }
    },
    giveUpCalls,
    close() {
      send = null;
      gathered = [];
      giveUpCalls();
    },
  };
}
