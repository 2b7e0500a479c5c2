import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { derivedMetricsToken } from '../../server/src/platform/operator-secret.ts';
import { until } from '../fixtures/server.ts';
import { nodePath, root } from './paths.ts';

/** One Botscope process of an installation, on a port and a data directory of its own. */
export interface Instance {
  readonly name: string;
  readonly url: string;
  readonly dataDir: string;
  readonly isRunning: boolean;
  /** When it was killed without a warning, Unix ms. */
  readonly kills: readonly number[];
  /** Resolves when it is ready; its stores must be reachable. */
  start(): Promise<void>;
  /** SIGTERM resolves with the exit code, when it has handed everything over and ended. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** kill -9 of the app process alone; the traffic process starts it again. */
  killApp(): Promise<void>;
  /** To the app process: SIGSTOP makes it hang, SIGCONT lets it go on. */
  signalApp(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): Promise<void>;
  /** Resolves when it is ready. */
  isBack(): Promise<void>;
  /** Whether everything that it accepted is in the event store. */
  isSettled(): Promise<boolean>;
  /** Rows on its disk that the event store does not have yet. */
  spooledRows(): Promise<number>;
  /** Process ID of the traffic process. */
  pid(): number;
  /** The last lines it printed. */
  readonly log: string;
  remove(): Promise<void>;
}

export interface InstanceOptions {
  name: string;
  port: number;
  roles: string;
  env: Readonly<Record<string, string>>;
  /** Error of its clock, ms. */
  clockShiftMs: number;
  /** Files that are loaded before it. */
  preloads?: readonly string[];
}

const startTimeoutMs = 120_000;
/** A stop waits for the event store for STOP_WAIT_MS, and for bots that are being answered. */
const stopTimeoutMs = 60_000;
const keptLog = 20_000;

export async function createInstance(options: InstanceOptions): Promise<Instance> {
  const { name, port, roles, env, clockShiftMs, preloads = [] } = options;
  const dataDir = await mkdtemp(join(tmpdir(), `botscope-${name}-`));
  const url = `http://127.0.0.1:${port}`;
  const headers = { authorization: `Bearer ${derivedMetricsToken(env.APP_SECRET ?? '')}` };
  const kills: number[] = [];
  let child: ChildProcess | null = null;
  let log = '';

  const health = async (): Promise<Record<string, unknown> | null> => {
    const answer = await fetch(`${url}/readyz`, { headers, signal: AbortSignal.timeout(5_000) }).catch(() => null);
    return answer === null ? null : ((await answer.json().catch(() => null)) as Record<string, unknown> | null);
  };
  const isReady = async (): Promise<boolean> => (await health())?.ready === true;
  const isRunning = (): boolean => child !== null && child.exitCode === null && child.signalCode === null;

  async function signalApp(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): Promise<void> {
    const pid = child?.pid ?? 0;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const app of children.trim().split(' ')) process.kill(Number(app), signal);
  }

  return {
    name,
    url,
    dataDir,
    kills,
    get isRunning() {
      return isRunning();
    },
    get log() {
      return log;
    },
    async start() {
      const files = clockShiftMs === 0 ? preloads : [...preloads, join(root, 'e2e/cluster/shift-clock.ts')];
      const newChild = spawn(nodePath, [...files.flatMap((file) => ['--import', file]), 'server/src/main.ts'], {
        cwd: root,
        env: {
          ...process.env,
          ...env,
          ROLES: roles,
          PORT: String(port),
          INSTANCE_URL: url,
          DATA_DIR: dataDir,
          CLOCK_SHIFT_MS: String(clockShiftMs),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = newChild;
      const hear = (text: Buffer): void => {
        log = `${log}${text}`.slice(-keptLog);
      };
      newChild.stdout.on('data', hear);
      newChild.stderr.on('data', hear);
      await until(async () => {
        if (newChild.exitCode !== null) throw new Error(`${name} ended with ${newChild.exitCode}:\n${log}`);
        return isReady();
      }, startTimeoutMs);
    },
    async stop(signal) {
      const runningChild = child;
      if (runningChild === null || !isRunning()) return null;
      const childExit = once(runningChild, 'exit');
      if (signal === 'SIGKILL') kills.push(Date.now());
      runningChild.kill(signal);
      const killTimer = setTimeout(() => runningChild.kill('SIGKILL'), stopTimeoutMs);
      await childExit;
      clearTimeout(killTimer);
      return runningChild.exitCode;
    },
    signalApp,
    isBack: () => until(isReady, startTimeoutMs),
    async killApp() {
      await signalApp('SIGKILL');
      await until(async () => !(await isReady()), startTimeoutMs);
      await until(isReady, startTimeoutMs);
    },
    async isSettled() {
      const { spooledRows, unrecordedTraffic } = (await health()) ?? {};
      return spooledRows === 0 && unrecordedTraffic === 0;
    },
    spooledRows: async () => Number((await health())?.spooledRows ?? 0),
    pid: () => child?.pid ?? 0,
    async remove() {
      if (isRunning()) {
        const childExit = once(child as ChildProcess, 'exit');
        child?.kill('SIGKILL');
        await childExit;
      }
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
