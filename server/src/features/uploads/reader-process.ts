import { setPriority } from 'node:os';
import { lookAt, readChunks } from './read-chunks.ts';
import type { FromReader, ReadJob, ToReader } from './reading.ts';
import { toFailure } from './to-failure.ts';

/** The process that reads files, one after another. It holds no secrets and writes nothing but the report of refused lines. */
const say = (message: FromReader): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error: Error | null) =>
      error === null ? resolve() : reject(error),
    );
  });

let goOn = (): void => undefined;

async function work(job: ReadJob): Promise<void> {
  try {
    if (job.do === 'look') {
      await say({ is: 'seen', ...(await lookAt(job.path)) });
    } else {
      for await (const progress of readChunks(job)) {
        const answer = new Promise<void>((resolve) => {
          goOn = resolve;
        });
        await say({ is: 'chunk', progress });
        await answer;
      }
      await say({ is: 'end' });
    }
  } catch (error) {
    await say({ is: 'failed', failure: toFailure(error), text: error instanceof Error ? (error.stack ?? '') : '' });
  }
}

process.on('message', (message: ToReader) => {
  if (message.is === 'job') void work(message.job);
  else goOn();
});
// The server decides when it ends: a terminal sends its Ctrl-C to both.
process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));
// Live traffic first.
setPriority(10);
