import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../platform/errors.ts';
import type { Beginning } from './columns.ts';
import type { FileFormat } from './file-format.ts';
import { type FromReader, type Progress, ReadingError, type ReadJob, type ToReader } from './reading.ts';

/** Processes that read files. */
export interface Readers {
  /** @throws AppError UploadUnreadable. */
  look(path: string): Promise<{ format: FileFormat; beginning: Beginning }>;
  /**
   * Reads a file; `onChunk` is called for one chunk after another, the next one when the one before is done.
   * @throws ReadingError (`Interrupted` if the process died), or the signal's reason.
   */
  read(
    job: Extract<ReadJob, { do: 'read' }>,
    options: { signal: AbortSignal; onStart(): Promise<void>; onChunk(progress: Progress): Promise<void> },
  ): Promise<void>;
  /** Ends the processes that wait. */
  close(): void;
}

/** Heap of one process, MB; the parser itself takes some 60. */
const heapMb = 192;
/** Files that are looked at, and files that are read, at a time; others wait. */
const atATime = 2;
/** Time that a process waits for another job, ms: it takes 60 MB, and half a second to start. */
const idleMs = 30_000;
const ownProcess = fileURLToPath(new URL('./reader-process.ts', import.meta.url));

export function createReaders({ file = ownProcess } = {}): Readers {
  const [looks, reads] = [createSlots(atATime), createSlots(atATime)];
  const processes = createProcesses(file);
  return {
    look: (path) =>
      looks(async () => {
        for await (const message of converse(processes, { do: 'look', path }, new AbortController().signal)) {
          if (message.is === 'seen') return message;
        }
        throw new AppError('UploadUnreadable');
      }).catch((cause: unknown) => {
        throw cause instanceof AppError ? cause : new AppError('UploadUnreadable', { cause });
      }),
    read: (job, { signal, onStart, onChunk }) =>
      reads(async () => {
        signal.throwIfAborted();
        await onStart();
        for await (const message of converse(processes, job, signal)) {
          if (message.is === 'chunk') await onChunk(message.progress);
        }
      }),
    close: processes.close,
  };
}

/** Processes that wait a while for another job: a file is looked at, and read a moment later. */
function createProcesses(file: string) {
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  return {
    take(): ChildProcess {
      for (const [child, timer] of idle) {
        clearTimeout(timer);
        idle.delete(child);
        if (!child.connected) continue;
        child.ref();
        child.channel?.ref();
        return child;
      }
      return fork(file, {
        execArgv: [`--max-old-space-size=${heapMb}`],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
    },
    giveBack(child: ChildProcess): void {
      child.removeAllListeners();
      child.on('error', () => undefined);
      const timer = setTimeout(() => {
        idle.delete(child);
        child.kill('SIGKILL');
      }, idleMs);
      idle.set(child, timer.unref());
      // The end of the server does not wait for them; they end with it.
      child.unref();
      child.channel?.unref();
    },
    close(): void {
      for (const [child, timer] of idle) {
        clearTimeout(timer);
        child.kill('SIGKILL');
      }
      idle.clear();
    },
  };
}

/** Messages of one process, each answered when the next one is asked for. */
async function* converse(
  processes: ReturnType<typeof createProcesses>,
  job: ReadJob,
  signal: AbortSignal,
): AsyncGenerator<FromReader> {
  const child = processes.take();
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  let isFree = false;
  try {
    const next = receiver(child);
    send(child, { is: 'job', job });
    for (;;) {
      const message = await next();
      signal.throwIfAborted();
      if (message === null) throw new ReadingError('Interrupted', `The reading process ended (${describeEnd(child)})`);
      isFree = message.is !== 'chunk';
      if (message.is === 'failed') throw new ReadingError(message.failure, message.text);
      yield message;
      if (isFree) return;
      send(child, { is: 'next' });
    }
  } finally {
    signal.removeEventListener('abort', stop);
    if (isFree) processes.giveBack(child);
    else stop();
  }
}

/** Gives one message after another; null when the process has ended. */
function receiver(child: ChildProcess): () => Promise<FromReader | null> {
  const messages: FromReader[] = [];
  let isOver = false;
  let wake = (): void => undefined;
  child.on('message', (message: FromReader) => {
    messages.push(message);
    wake();
  });
  const end = (): void => {
    isOver = true;
    wake();
  };
  // 'exit' may come before the last message, 'close' and 'disconnect' do not; a process that never began has 'error'.
  child.on('disconnect', end).on('close', end).on('error', end);
  return async () => {
    while (messages.length === 0 && !isOver) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return messages.shift() ?? null;
  };
}

/** A process that is ending takes no message; that is found out by its silence. */
function send(child: ChildProcess, message: ToReader): void {
  child.send(message, () => undefined);
}

const describeEnd = ({ exitCode, signalCode }: ChildProcess): string => signalCode ?? `code ${exitCode}`;

/** Runs at most `limit` pieces of work at a time, in order. */
function createSlots(limit: number) {
  const queue: (() => void)[] = [];
  let runningCount = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (runningCount >= limit) await new Promise<void>((resolve) => queue.push(resolve));
    else runningCount += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) runningCount -= 1;
      else next();
    }
  };
}
