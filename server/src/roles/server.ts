import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { collectDefaultMetrics } from 'prom-client';
import { startConsumers } from '../events/consumers/start-consumers.ts';
import { announceServer, withdrawServer } from '../features/admin/running-server.ts';
import type { Composed } from '../features/compose.ts';
import type { Work } from '../features/feature.ts';
import { features, type Services } from '../features/features.ts';
import type { Config } from '../platform/config.ts';
import { lockForServer } from '../platform/data-dir/directory-lock.ts';
import { answerUnrouted, createApp } from '../platform/http/app.ts';
import { contentSources } from '../platform/http/content-sources.ts';
import { createHttp } from '../platform/http/http.ts';
import { registerOperations } from '../platform/http/operations.ts';
import { readiness } from '../platform/http/readiness.ts';
import { serveDashboard } from '../platform/http/static.ts';
import { createTurns } from '../platform/http/turns.ts';
import { startJobs } from '../platform/jobs/start-jobs.ts';
import { isBearer } from '../platform/operator-secret.ts';
import { openPlatform } from '../platform/platform.ts';
import { type Entrance, ownPort } from './entrance.ts';

export interface RunningApp {
  url: string;
  /** For tests: its route table, and requests without a socket. */
  app: FastifyInstance;
  services: Services;
  /** Takes no more requests, and answers those under way. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the roles that the configuration names, in this process, on one port.
 * @throws DirectoryInUse when another process has the data directory, whatever its roles
 */
export async function startServer(config: Config, logger: Logger): Promise<RunningApp> {
  // Before anything is opened: two processes would replay each other's journals and lose acknowledged updates.
  const release = await lockForServer(config.dataDir);
  withdrawServer(config.dataDir);
  try {
    const roles = await startRoles(config, logger, ownPort(config));
    return { ...roles, close: () => roles.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

/** Starts the roles of this process, whose requests come through `entrance`. */
export async function startRoles(config: Config, logger: Logger, entrance: Entrance): Promise<RunningApp> {
  const { platform, close: closePlatform } = await openPlatform(config, logger);
  const { trafficPort } = entrance;
  const product = await features.create({ ...platform, trafficPort }).catch(async (error: unknown) => {
    await closePlatform();
    throw error;
  });
  const { services } = product;
  const app = await createApp({
    logger,
    trustedProxies: config.trustedProxies,
    https: config.publicUrl.startsWith('https:'),
    sources: contentSources(config),
    proxy: services.proxy,
    hasTrafficProcess: trafficPort !== null,
  });
  let worker: Work | null = null;
  const drain = async (): Promise<void> => {
    for (const { stop } of product.features) await stop?.();
    await app.close();
  };
  const close = async (): Promise<void> => {
    await drain();
    await worker?.close();
    await product.close();
    await closePlatform();
  };
  let port: number;
  try {
    collectDefaultMetrics({ register: services.metrics });
    registerOperations(app, {
      metrics: services.metrics,
      mayMonitor: (request) =>
        isBearer(request.headers.authorization, config.metricsToken) || services.gate.isOperator(request),
      health: async () => ({
        ...readiness(config.roles, await services.metadata.ready(), services.store.health()),
        unrecordedTraffic: await services.unrecordedTraffic(),
        clockAheadS: services.clockWatch.aheadS(),
      }),
    });
    if (config.roles.includes('ingest')) for (const { ingest } of product.features) ingest?.(app);
    if (config.roles.includes('api')) await startApi(app, product);
    else app.setNotFoundHandler(answerUnrouted);
    if (config.roles.includes('worker')) worker = await startWorker(product);
    port = await entrance.open(app);
  } catch (error) {
    await close();
    throw error;
  }
  const url = `http://${['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host}:${port}`;
  services.clockWatch.noteNewest(await services.bots.newestReceipt());
  const withdraw = announceServer(config.dataDir, { url });
  await greet(services, port);
  return {
    url,
    app,
    services,
    drain,
    async close() {
      withdraw();
      await close();
    },
  };
}

/** The first start says how to get in. */
async function greet({ config, logger, accounts, mailer }: Services, port: number): Promise<void> {
  logger.info(`Botscope is at http://localhost:${port}`);
  if (config.demo.enabled) logger.info(`Look around without an account: http://localhost:${port}/?demo=1`);
  if ((await accounts.count()) > 0) return;
  logger.info(`There is no account yet. Sign up at http://localhost:${port}/signup`);
  if (mailer.delivery === 'log') {
    logger.info(
      'No mail server is set (SMTP_URL), so the activation code will appear in this log and in the outbox folder of the data directory. ' +
        'Or make an account here: npm run -s admin -- create-account --email you@example.com --password …',
    );
  }
}

/** Role `api`: the calls of the dashboard, and the dashboard itself. */
async function startApi(app: FastifyInstance, { services, features }: Composed<Services>): Promise<void> {
  const http = services.visitorEdge(createHttp(app, services.gate, createTurns(services.metrics)));
  for (const { routes } of features) routes?.(http);
  await serveDashboard(app);
}

/** Role `worker`: the jobs of all features, their work that goes on or follows events, and messages that wait to be sent. */
async function startWorker({ services, features }: Composed<Services>): Promise<Work> {
  const jobs = await startJobs({ ...services, jobs: features.flatMap((feature) => feature.jobs ?? []) });
  const tasks: Work[] = [services.outbox.start()];
  for (const { start } of features) if (start !== undefined) tasks.push(await start());
  const consumers = startConsumers({ ...services, consumers: features.flatMap((feature) => feature.consumers ?? []) });
  return {
    async close() {
      await consumers.close();
      for (const work of tasks.toReversed()) await work.close();
      await jobs.close();
    },
  };
}
