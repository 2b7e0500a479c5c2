import { type ChildProcess, spawn } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { AppDidNotStart, superviseApp } from './app-supervisor.ts';

/** As the app process, as far as its supervisor sees: is ready when it is started, and ends when it is asked to. */
const script = `
  process.on('message', ({ kind }) => {
    if (kind === 'start') process.send({ kind: 'ready' });
    if (kind === 'finish') process.exit(0);
  });`;
const ready = (): ChildProcess =>
  spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' });
/** One that the system does not start: no memory, say. */
const impossible = (): ChildProcess => spawn('/no/such/program', { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });

/** A supervisor whose processes are these, one after another. */
function supervise(...processes: (() => ChildProcess)[]) {
  const log: string[] = [];
  const started: ChildProcess[] = [];
  const supervised = superviseApp({
    socketPath: '/unused',
    openPort: async () => {
      log.push('port opened');
      return 1;
    },
    onConnected: () => void log.push('connected'),
    onBatch: () => undefined,
    onDisconnected: () => void log.push('disconnected'),
    logger: { info: vi.fn(), error: vi.fn() },
    start() {
      const next = processes[started.length] ?? ready;
      const child = next();
      started.push(child);
      return child;
    },
  });
  return { supervised, started, log };
}

test('a process that the system does not start is one that did not start', async () => {
  const { supervised, log } = supervise(impossible);
  await expect(supervised).rejects.toThrow(AppDidNotStart);
  expect(log).toEqual(['connected', 'disconnected']);
});

test('one that dies is started again, also after one that the system did not start; the port is opened once', async () => {
  const { supervised, started, log } = supervise(ready, impossible, ready);
  const supervisor = await supervised;
  started[0]?.kill('SIGKILL');
  await expect.poll(() => started.length).toBe(3);
  await expect
    .poll(() => log)
    .toEqual([...['connected', 'port opened', 'disconnected'], ...['connected', 'disconnected', 'connected']]);
  supervisor.stop();
  await supervisor.finished();
  expect(started[2]?.exitCode).toBe(0);
  expect(log.at(-1)).toBe('disconnected');
});

test('a clock that is set forward makes no process one that has lived long: the pauses grow', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T09:00:00Z') });
  try {
    const { supervised, started } = supervise(ready, ready, ready);
    const supervisor = await supervised;
    started[0]?.kill('SIGKILL');
    await expect.poll(() => started.length).toBe(2);
    vi.setSystemTime(Date.parse('2031-03-02T09:00:00Z'));
    const diedAt = performance.now();
    started[1]?.kill('SIGKILL');
    await expect.poll(() => started.length, { timeout: 20_000 }).toBe(3);
    expect(performance.now() - diedAt).toBeGreaterThan(900);
    supervisor.stop();
    await supervisor.finished();
  } finally {
    vi.useRealTimers();
  }
});
