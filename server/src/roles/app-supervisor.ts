import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';

/** Messages between the two processes beside the channel. */
export type ToApp =
  | { kind: 'start'; socketPath: string }
  | { kind: 'port'; port: number }
  | { kind: 'batch'; batch: unknown }
  | { kind: 'stop' | 'finish' };
export type FromApp = { kind: 'ready' } | { kind: 'batch'; batch: unknown };

/** Pauses before a process that died is started again, ms; one that lived for a minute starts from the first. */
const pausesMs = [100, 1_000, 5_000, 15_000];
const livedMs = 60_000;

/** Time limit for a process that is asked to end, ms: what it has acknowledged is on the disk at any moment. */
const endMs = 60_000;
/** Interval at which it is checked while it ends, ms. */
const endLookMs = 250;

export interface AppSupervisor {
  /** The process shall take no more requests and end its streams; it still records. */
  stop(): void;
  /**
   * All traffic is recorded: resolves when the process has written what it accepted, and ended. One that hangs, or has not
   * ended within a minute, is killed: with a stopped one SIGTERM waited without end.
   */
  finished(): Promise<void>;
}

/** Why the first start failed: the process has said so itself, and nothing is to be added. */
export class AppDidNotStart extends Error {
  override readonly name = 'AppDidNotStart';
  readonly exitCode: number;
  constructor(exitCode: number) {
    super('The app process did not start');
    this.exitCode = exitCode;
  }
}

/**
 * Starts the process with stores, API and jobs, and starts it again when it dies. Resolves when it takes requests for the
 * first time. @throws AppDidNotStart
 */
export async function superviseApp(deps: {
  socketPath: string;
  /** Opens the public port and resolves with its number; called at the first start. */
  openPort: () => Promise<number>;
  onConnected: (send: (batch: unknown) => void) => void;
  onBatch: (batch: unknown) => void;
  onDisconnected: () => void;
  /** Whether the process has been silent for too long: it hangs. */
  isSilent: () => boolean;
  logger: Pick<Logger, 'info' | 'error'>;
  /** Starts the process; tests put one here that cannot be started. */
  start?: () => ChildProcess;
}): Promise<AppSupervisor> {
  const { logger, socketPath, start = forkApp } = deps;
  let sayNow: (message: ToApp) => void = () => undefined;
  let kill: () => void = () => undefined;
  let isStopping = false;
  let port: number | undefined;
  let deaths = 0;

  /** Resolves when the process has ended. */
  function run(onReady: () => void, onFailure: (error: unknown) => void = () => undefined): Promise<number> {
    const startedAt = performance.now();
    const child = start();
    const say = (message: ToApp): void => {
      // One that has just died gets no more messages; its `exit` follows.
      if (child.connected) child.send(message, () => undefined);
    };
    say({ kind: 'start', socketPath });
    sayNow = say;
    kill = () => void child.kill('SIGKILL');
    child.on('message', (message: FromApp) => {
      if (message.kind === 'batch') deps.onBatch(message.batch);
      else if (message.kind === 'ready') sendPort().catch(onFailure);
      // Node's own, under --watch: which files the process has loaded.
      else process.send?.(message);
    });
    async function sendPort(): Promise<void> {
      port ??= await deps.openPort();
      say({ kind: 'port', port });
      onReady();
    }
    deps.onConnected((batch) => say({ kind: 'batch', batch }));
    return new Promise((resolve) => {
      const end = (code: number | null): void => {
        if (performance.now() - startedAt > livedMs) deaths = 0;
        sayNow = () => undefined;
        deps.onDisconnected();
        resolve(code ?? 1);
      };
      child.once('exit', end);
      // Without a listener it would end this process, and the bots with it.
      child.on('error', (error) => {
        logger.error({ err: error }, 'the app process could not be started, or reached');
        if (child.pid === undefined) end(1);
      });
    });
  }

  async function keepRunning(exit: Promise<number>): Promise<void> {
    for (let code = await exit; !isStopping; ) {
      const pauseMs = pausesMs[Math.min(deaths, pausesMs.length - 1)];
      deaths += 1;
      logger.error({ code }, 'the app process has died; bots go on, and it is started again');
      await wait(pauseMs);
      if (isStopping) return;
      code = await run(() => logger.info('the app process is back'));
    }
  }

  const first = Promise.withResolvers<void>();
  const firstExit = run(first.resolve, first.reject);
  await Promise.race([first.promise, firstExit.then((code) => Promise.reject(new AppDidNotStart(code)))]);
  const supervision = keepRunning(firstExit);

  return {
    stop() {
      isStopping = true;
      sayNow({ kind: 'stop' });
    },
    async finished() {
      sayNow({ kind: 'finish' });
      const begunAt = performance.now();
      const timer = setInterval(() => {
        const isLate = performance.now() - begunAt > endMs;
        if (!isLate && !deps.isSilent()) return;
        clearInterval(timer);
        logger.error('the app process does not end when it is asked to: it is killed');
        kill();
      }, endLookMs);
      await supervision;
      clearInterval(timer);
    },
  };
}

const forkApp = (): ChildProcess =>
  fork(fileURLToPath(new URL('./app-process.ts', import.meta.url)), {
    serialization: 'advanced',
    // A debugger's port is this process's own.
    execArgv: process.execArgv.map((arg) => arg.replace(/^(--inspect[a-z-]*)(?:=.*)?$/, '$1=127.0.0.1:0')),
  });
