import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Before everyone else: what stands for other machines must not wait for this one. */
const worldPriority = -10;

/**
 * Ties a process's first thread to one core. Collectors and compilers of the others stay free, as on any machine: tied to the
 * same core they delayed the event loop by 10–16 ms, which says something about the bench alone.
 */
export function pinFirstThread(pid: number, core: number): void {
  if (availableParallelism() < 2) return;
  try {
    execFileSync('taskset', ['-cp', String(core), String(pid)], { stdio: 'ignore' });
  } catch {
    // Without the tool the system places it.
  }
}

/** Ties a process to one core, where there are several and the tool for it. */
export function pin(pid: number, core: number): boolean {
  if (availableParallelism() < 2) return false;
  try {
    execFileSync('taskset', ['-a', '-cp', String(core), String(pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A process that stands for another machine (Telegram, a bot, who sends requests): on the second core, before all others. */
export function asWorld(pid: number): void {
  pin(pid, 1);
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), worldPriority);
  } catch {
    // Without the permission it waits in turn with the others, and the figures of busy times say less.
  }
}

/** Starts a script, relative to bench/load, and waits for the port that it prints. */
export async function startScript(
  children: ChildProcess[],
  path: string,
  ...args: string[]
): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(path, import.meta.url)), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [output] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, port: Number.parseInt(output, 10) };
}

/** Ends processes, the newest first. */
export async function endAll(children: readonly ChildProcess[]): Promise<void> {
  for (const child of children.toReversed()) {
    child.kill('SIGTERM');
    child.stdin?.end();
    await Promise.race([once(child, 'exit'), wait(5_000)]);
    child.kill('SIGKILL');
  }
}

/** Processor time that processes have used, in seconds: unlike throughput, hardly touched by what else the machine does. */
export function processorTime(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / 100;
}

/** Resident memory of a process, bytes. */
export const readMemory = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;

/** Processes that this one has started. */
export const listChildPids = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);
