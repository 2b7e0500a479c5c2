import type { Composed } from '../features/compose.ts';
import type { Work } from '../features/feature.ts';
import type { Services } from '../features/features.ts';
import { startJobs } from '../platform/jobs/start-jobs.ts';

/** Role `worker`: the jobs of all features, and their work that goes on. */
export async function startWorker({ services, features }: Composed<Services>): Promise<Work> {
  const jobs = await startJobs({ ...services, jobs: features.flatMap((feature) => feature.jobs ?? []) });
  const running: Work[] = [];
  for (const { start } of features) if (start !== undefined) running.push(await start());
  return {
    async close() {
      for (const work of running.toReversed()) await work.close();
      await jobs.close();
    },
  };
}
