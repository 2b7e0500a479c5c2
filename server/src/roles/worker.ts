import { type Demo, startDemo } from '../demo/demo.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { createRecorder } from './recorder.ts';
import type { Services } from './services.ts';

export interface Worker {
  close(): Promise<void>;
}

/** Background work: the list of jobs, and the demo bot's life. */
export async function startWorker(services: Services): Promise<Worker> {
  const { bots, config, store } = services;
  const forgetRemovedBots = (): Promise<number> => bots.forgetRemoved(store.forget);
  const jobs = await startJobs({ ...services, forgetRemovedBots });
  let demo: Demo | null = null;
  if (config.demo.enabled) {
    demo = await startDemo({ ...services, record: createRecorder(services), botKey: config.demo.botKey });
    // A demo that cannot be made is no reason to be down.
    demo.ready.catch((error: unknown) => services.logger.error({ err: error }, 'the demo has no history'));
  }
  return {
    async close() {
      await demo?.close();
      await jobs.close();
    },
  };
}
