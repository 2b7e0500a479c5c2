import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { AppDidNotStart, superviseApp } from './app-supervisor.ts';

/** As the app process, as far as its supervisor sees: is ready when it is started, and ends when it is asked to. */
const script = `
  process.on('message', ({ kind }) => {
    if (kind === 'start') process.send({ kind: 'ready' });
    if (kind === 'finish') process.exit(0);
  });`;
const spawnReady = (): ChildProcess =>
  spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' });
/** One that is ready, and then neither says nor does anything: stopped, as by SIGSTOP. */
const hanging = (): ChildProcess =>
  spawn(process.execPath, ['-e', `process.on('message', () => process.send({ kind: 'ready' }, () => { for (;;); }))`], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
/** One that the system does not start: no memory, say. */
const impossible = (): ChildProcess => spawn('/no/such/program', { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });

/** A supervisor whose processes are these, one after another. */
function supervise(...processes: (() => ChildProcess)[]) {
  const log: string[] = [];
  let isSilent = false;
  const children: ChildProcess[] = [];
  const supervised = superviseApp({
    socketPath: '/unused',
    openPort: async () => {
      log.push('port opened');
      return 1;
    },
    onConnected: () => void log.push('connected'),
    onBatch: () => undefined,
    onDisconnected: () => void log.push('disconnected'),
    isSilent: () => isSilent,
    logger: { info: vi.fn(), error: vi.fn() },
    start() {
      const next = processes[children.length] ?? spawnReady;
      const child = next();
      children.push(child);
      return child;
    },
  });
  return {
    supervised,
    started: children,
    log,
    fallSilent() {
      isSilent = true;
    },
  };
}

test('a process that the system does not start is one that did not start', async () => {
  const { supervised, log } = supervise(impossible);
  await expect(supervised).rejects.toThrow(AppDidNotStart);
  expect(log).toEqual(['connected', 'disconnected']);
});

test('one that dies is started again, also after one that the system did not start; the port is opened once', async () => {
  const { supervised, started, log } = supervise(spawnReady, impossible, spawnReady);
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
    const { supervised, started } = supervise(spawnReady, spawnReady, spawnReady);
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

test('one that hangs while it is asked to end is killed, and not before it is known to hang', async () => {
  const { supervised, started, log, fallSilent } = supervise(hanging);
  const supervisor = await supervised;
  supervisor.stop();
  const finished = supervisor.finished();
  expect(await Promise.race([finished, wait(1_000, 'waits')])).toBe('waits');
  fallSilent();
  await finished;
  expect([started[0]?.signalCode, log.at(-1)]).toEqual(['SIGKILL', 'disconnected']);
});
