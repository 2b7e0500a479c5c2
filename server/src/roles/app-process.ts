import { chmodSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { type TrafficPort, trafficLimits } from '../features/traffic/traffic.ts';
import { createChannel } from '../platform/channel/channel.ts';
import { readConfig } from '../platform/config.ts';
import { holderEndMs, lockWhenFree } from '../platform/data-dir/directory-lock.ts';
import { findHolders } from '../platform/data-dir/lock-holder.ts';
import { makeFilesPrivate } from '../platform/data-dir/private-files.ts';
import { createLogger } from '../platform/logger.ts';
import type { FromApp, ToApp } from './app-supervisor.ts';
import { describeFailure } from './describe-failure.ts';
import { endWithParent } from './end-with-parent.ts';
import type { Entrance } from './entrance.ts';
import { startRoles } from './server.ts';

/** Three quarters of a core go to who has niceness 0 and wants it; with 10 the app starved beside the bots of the tests. */
const niceness = 5;

/**
 * Lets the bots' traffic go first: this process's threads, those of the embedded engine included, take what is left. To be
 * called before they are made, as they have it from the one that makes them.
 */
function yieldToTraffic(): void {
  setPriority(niceness);
}

// The process that has the port, and with it all work, is gone: like a `kill -9` of one process. All that was confirmed is
// durable, and the next start must find the stores free.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Before the priority: a busy event loop hears of no disconnect, and this thread must not wait for it.
endWithParent();
// The other process decides when this one ends: a signal to the whole group (Ctrl-C) must not end it first.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);

yieldToTraffic();

/** An app process whose server is gone looks for it four times a second, ms. */
const orphanMs = 3_000;

const messages = receive();
const send = (message: FromApp): void => void process.send?.(message, undefined, undefined, () => undefined);

/** Stores, API, push API and jobs, behind the process that carries the bots' traffic. */
async function main(): Promise<void> {
  makeFilesPrivate();
  const config = readConfig();
  const { socketPath } = await messages.start;
  const logger = createLogger(config.logLevel);
  // The app process of a server that was killed a moment ago ends within a second of it, or when its engine lets it.
  const endOld = setTimeout(() => endOrphan(config.dataDir, logger), orphanMs);
  const release = await lockWhenFree(config.dataDir, 'app', { waitMs: holderEndMs, logger });
  clearTimeout(endOld);
  const entrance: Entrance = {
    trafficPort: openTrafficPort(logger),
    async open(app) {
      // One that was killed leaves its socket behind.
      rmSync(socketPath, { force: true });
      await app.listen({ path: socketPath, listenTextResolver: () => 'the app process takes requests' });
      chmodSync(socketPath, 0o600);
      send({ kind: 'ready' });
      return (await messages.port).port;
    },
  };
  const roles = await startRoles(config, logger, entrance);
  await messages.stop;
  try {
    await roles.drain();
    await messages.finish;
    await roles.close();
    release();
  } catch (error) {
    logger.error({ err: error }, 'could not stop cleanly');
    process.exit(1);
  }
  process.exit(0);
}

/**
 * Ends the app process of a server that is gone: this one's server has the data directory. It ends by itself unless it is
 * stopped (SIGSTOP, a debugger, a frozen container): then no start succeeded while it was there.
 */
function endOrphan(dataDir: string, logger: ReturnType<typeof createLogger>): void {
  for (const pid of findHolders(dataDir, 'app')) {
    logger.warn({ pid }, 'the app process of an earlier server has not ended by itself: it is killed');
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      logger.warn({ err: error, pid }, 'it could not be killed');
    }
  }
}

/** Messages as promises, and batches for the channel: those that come before it is open wait. */
function receive() {
  const start = Promise.withResolvers<Extract<ToApp, { kind: 'start' }>>();
  const port = Promise.withResolvers<Extract<ToApp, { kind: 'port' }>>();
  const stop = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  let earlyBatches: unknown[] = [];
  let take = (batch: unknown): void => void earlyBatches.push(batch);
  process.on('message', (message: ToApp) => {
    if (message.kind === 'batch') take(message.batch);
    else if (message.kind === 'start') start.resolve(message);
    else if (message.kind === 'port') port.resolve(message);
    else if (message.kind === 'stop') stop.resolve();
    else finish.resolve();
  });
  return {
    start: start.promise,
    port: port.promise,
    stop: stop.promise,
    finish: finish.promise,
    onBatch(listener: (batch: unknown) => void): void {
      take = listener;
      for (const batch of earlyBatches) listener(batch);
      earlyBatches = [];
    },
  };
}

const openTrafficPort =
  (logger: ReturnType<typeof createLogger>): TrafficPort =>
  (handlers) => {
    const channel = createChannel(handlers, trafficLimits, logger);
    channel.open((batch) => send({ kind: 'batch', batch }));
    // The handlers may use the channel, which the caller has when this returns.
    queueMicrotask(() => messages.onBatch(channel.receive));
    return channel;
  };

try {
  await main();
} catch (error) {
  process.stderr.write(`${describeFailure(error as Error)}\n`);
  process.exit(1);
}
