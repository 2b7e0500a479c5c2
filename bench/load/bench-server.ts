import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { listChildPids, readMemory } from './world.ts';

const serverFile = (path: string): string => fileURLToPath(new URL(`../../server/src/${path}`, import.meta.url));

/** The product in a process of its own, on a throwaway directory, with one account and one bot. */
export interface BenchServer {
  port: number;
  /** Process ID of the traffic process. */
  pid: number;
  botKey: string;
  apiKey: string;
  dataDir: string;
  /** The value of a metric, summed over its labels. */
  metric(name: string): Promise<number>;
  /** Resident memory of both processes, in bytes. */
  memory(): number;
  stop(): Promise<void>;
}

export async function startBenchServer(port: number, environment: Record<string, string> = {}): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'botscope-bench-'));
  const env = { ...process.env, DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'warn', PORT: String(port), ...environment };
  const admin = (...args: string[]): Record<string, string> =>
    JSON.parse(
      execFileSync(process.execPath, [serverFile('features/admin/main.ts'), ...args], { env, encoding: 'utf8' }),
    );
  admin('create-account', '--email', 'bench@example.com', '--password', 'bench bench bench');
  const { key, api_key } = admin('create-bot', '--account', 'bench@example.com', '--name', 'bench_bot');
  const { token } = admin('metrics-token');
  const child = spawn(process.execPath, [serverFile('main.ts')], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  await untilReady(port, child);
  const pid = child.pid ?? 0;
  return {
    port,
    pid,
    botKey: key ?? '',
    apiKey: api_key ?? '',
    dataDir,
    async metric(name) {
      const text = await (
        await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${token}` } })
      ).text();
      const values = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
      return values.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
    },
    memory: () => [pid, ...listChildPids(pid)].reduce((sum, one) => sum + readMemory(one), 0),
    async stop() {
      const childExit = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await childExit;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (child.exitCode !== null) throw new Error('the server ended while starting');
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await wait(100);
  }
  throw new Error('the server did not get ready within 60 s');
}
