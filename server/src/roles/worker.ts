import { historyLock } from '../features/bot-settings/bot-settings.ts';
import { startHealthRounds } from '../features/connections/health-rounds.ts';
import { type Demo, startDemo } from '../features/demo/demo.ts';
import { createDemoRecorder } from '../features/demo/demo-recorder.ts';
import { tellNews } from '../features/news/news.ts';
import { startJobs } from '../platform/jobs/start-jobs.ts';
import type { Services } from './services.ts';

export interface Worker {
  close(): Promise<void>;
}

/** Background work: the list of jobs, the looks at connections, and the demo bot's life. */
export async function startWorker(services: Services): Promise<Worker> {
  const { bots, config, metadata, store } = services;
  // Not while the launches of such a bot are read again: corrected copies would outlive it.
  const forgetRemovedBots = (): Promise<number> =>
    bots.forgetRemoved((key) => metadata.withLock(historyLock(key), () => store.forget(key)));
  const removeLeavingBots = async () => {
    const leaving = await bots.leaving();
    const waiting = await services.connecting.connections.removeLeaving(leaving);
    return { bots: leaving.length, waiting: waiting.length };
  };
  const jobs = await startJobs({
    ...services,
    work: { ...services, forgetRemovedBots, removeLeavingBots, tellNews: () => tellNews(services) },
  });
  const rounds = startHealthRounds({ health: services.connecting.health, bots, logger: services.logger });
  let demo: Demo | null = null;
  if (config.demo.enabled) {
    demo = await startDemo({ ...services, record: createDemoRecorder(services), botKey: config.demo.botKey });
    // A demo that cannot be made is no reason to be down.
    demo.ready.catch((error: unknown) => services.logger.error({ err: error }, 'the demo has no history'));
  }
  return {
    async close() {
      await demo?.close();
      await rounds.close();
      await jobs.close();
    },
  };
}
