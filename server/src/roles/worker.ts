import { startConsumers } from '../events/consumers/start-consumers.ts';
import type { Composed } from '../features/compose.ts';
import type { Work } from '../features/feature.ts';
import type { Services } from '../features/features.ts';
import { startJobs } from '../platform/jobs/start-jobs.ts';

/** Role `worker`: the jobs of all features, their work that goes on or follows events, and messages that wait to be sent. */
export async function startWorker({ services, features }: Composed<Services>): Promise<Work> {
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
