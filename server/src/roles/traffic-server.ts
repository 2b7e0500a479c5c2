import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Logger } from 'pino';
import { withdrawServer } from '../features/admin/running-server.ts';
import { createRemoteHost, openTraffic, type Vitals } from '../features/traffic/traffic.ts';
import { createPassToApp } from '../ingest/proxy/pass-to-app.ts';
import type { Config } from '../platform/config.ts';
import { lockForServer } from '../platform/data-dir/directory-lock.ts';
import { createHttpServer } from '../platform/http/http-server.ts';
import { peerHeader } from '../platform/http/peer-header.ts';
import { processSecret } from '../platform/operator-secret.ts';
import { createGuardedDispatcher } from '../platform/outgoing/guarded-dispatcher.ts';
import { createSealer } from '../platform/outgoing/sealer.ts';
import { createTelegramDispatcher } from '../platform/outgoing/telegram-dispatcher.ts';
import { endSlowRequest } from '../platform/slow-request.ts';
import { superviseApp } from './app-supervisor.ts';
import { listen } from './entrance.ts';
import { PreconditionError } from './preconditions.ts';
import { watchAppProcess } from './watch-app-process.ts';

/** Interval at which the app process gets the metrics of this one, ms. */
const vitalsMs = 5_000;
const longestSocketPath = 107;
/** Answered here: one that was killed for the other process's sake would stop the bots. */
const liveness = /^\/healthz(?:\?|$)/;
/** A timer of this many ms, whose lateness is measured. */
const delayResolutionMs = 10;

/**
 * Carries the bots' traffic on the one port, and passes everything else on to the app process, which it starts and keeps
 * running: whatever happens there, bots go on (decision 0023).
 * @throws DirectoryInUse when another server has the data directory
 * @throws AppDidNotStart when the app process has said why it did not start
 */
export async function startTrafficServer(config: Config, logger: Logger): Promise<{ close(): Promise<void> }> {
  const release = await lockForServer(config.dataDir);
  withdrawServer(config.dataDir);
  let socket: ReturnType<typeof socketIn> | undefined;
  const end = (): void => {
    socket?.remove();
    release();
  };
  try {
    socket = socketIn(config.dataDir);
    const trafficRole = await start(config, logger, socket.path);
    return { close: () => trafficRole.close().finally(end) };
  } catch (error) {
    end();
    throw error;
  }
}

/** In a directory that only this user may enter; the address of a socket has room for 107 bytes. */
function socketIn(dataDir: string): { path: string; remove(): void } {
  const path = resolve(dataDir, 'app.sock');
  if (Buffer.byteLength(path) <= longestSocketPath) return { path, remove: () => rmSync(path, { force: true }) };
  const directory = mkdtempSync(join(tmpdir(), 'botscope-'));
  if (Buffer.byteLength(join(directory, 'app.sock')) > longestSocketPath) {
    rmSync(directory, { recursive: true, force: true });
    throw new PreconditionError(
      `The paths of DATA_DIR and of ${tmpdir()} are too long for a socket (${longestSocketPath} bytes): set DATA_DIR or TMPDIR to a shorter one.`,
    );
  }
  return { path: join(directory, 'app.sock'), remove: () => rmSync(directory, { recursive: true, force: true }) };
}

async function start(config: Config, logger: Logger, socketPath: string): Promise<{ close(): Promise<void> }> {
  const telegramDispatcher = createTelegramDispatcher();
  const guardedDispatcher = createGuardedDispatcher({ allowPrivate: config.allowPrivateWebhooks });
  const hashToken = createSealer(config.appSecret).hash;
  const host = createRemoteHost(hashToken, logger);
  let isStopping = false;
  const passToApp = createPassToApp({
    socketPath,
    peerHeader,
    isThere: () => !isStopping && host.channel.isOpen() && !silence.isSilent(),
  });
  const silence = watchAppProcess({
    ping: () => host.channel.call('ping'),
    onSilent(isNew) {
      if (isNew) logger.error('the app process does not answer; bots go on, and pages get 503');
      passToApp.giveUpUnanswered();
      host.channel.giveUpCalls();
    },
  });
  let closeTraffic: (() => Promise<void>) | undefined;

  /** Called when all bots are known: what an earlier process left behind is delivered and recorded first. */
  async function openPort(): Promise<number> {
    const traffic = await openTraffic({
      config,
      guardedDispatcher,
      telegramDispatcher,
      host,
      hashToken,
      processSecret: processSecret(config.appSecret),
      logger,
    });
    const { requests } = traffic;
    const server = createHttpServer((request, response) => {
      if (requests.handles(request)) return requests.handle(request, response);
      endSlowRequest(request);
      if (liveness.test(request.url ?? '')) return answerAlive(request, response);
      passToApp.handle(request, response);
    });
    closeTraffic = async () => {
      await traffic.stop();
      await new Promise((resolve) => server.close(resolve));
      await traffic.close();
    };
    return listen(server, config);
  }

  const supervisor = await superviseApp({
    socketPath,
    openPort,
    onConnected(send) {
      silence.begin();
      host.connected(send);
    },
    onBatch(batch) {
      silence.heard();
      host.channel.receive(batch);
    },
    isSilent: silence.isSilent,
    onDisconnected: host.disconnected,
    logger,
  });
  const vitals = startVitals((report) => host.channel.notify('vitals', { ...report, ...toQueueVitals(host) }));
  return {
    async close() {
      vitals.close();
      isStopping = true;
      supervisor.stop();
      await closeTraffic?.();
      passToApp.close();
      await supervisor.finished();
      silence.close();
      await Promise.all([telegramDispatcher.destroy(), guardedDispatcher.destroy()]);
    },
  };
}

function answerAlive(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 11 });
  response.end('{"ok":true}');
  request.resume();
}

function toQueueVitals({
  recorder,
}: ReturnType<typeof createRemoteHost>): Pick<Vitals, 'waitingItems' | 'waitingSize'> {
  const { events, size } = recorder.waiting();
  return { waitingItems: events, waitingSize: size };
}

function startVitals(report: (vitals: Omit<Vitals, 'waitingItems' | 'waitingSize'>) => void): { close(): void } {
  const delay = monitorEventLoopDelay({ resolution: delayResolutionMs });
  delay.enable();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage();
    report({
      delayP99S: Math.max(0, delay.percentile(99) / 1e9 - delayResolutionMs / 1_000),
      memoryBytes: process.memoryUsage.rss(),
      processorS: (user + system) / 1e6,
    });
    delay.reset();
  }, vitalsMs).unref();
  return {
    close() {
      clearInterval(timer);
      delay.disable();
    },
  };
}
