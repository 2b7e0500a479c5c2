import { startJobs } from '../jobs/start-jobs.ts';
import type { Services } from './services.ts';

export interface Worker {
  close(): Promise<void>;
}

/** Background work: the list of jobs, and the demo bot's life. */
export async function startWorker(services: Services): Promise<Worker> {
  const jobs = await startJobs(services);
  return { close: () => jobs.close() };
}
