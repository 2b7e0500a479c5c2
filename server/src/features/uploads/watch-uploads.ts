import type { Logger } from 'pino';
import { minuteMs } from '../../platform/time-units.ts';
import type { OwnedUploads } from './owned-uploads.ts';
import type { UploadFiles } from './upload-files.ts';
import type { createUploadRunner } from './upload-runner.ts';
import type { UploadStore } from './upload-store.ts';

/** Pauses between looks at own rows: while files wait or are read, and while they may only be read again by hand. */
const lookMs = { busy: 1_000, idle: 10_000 };
/** Interval at which this instance shows others that it is there, ms; they miss it after a minute. */
const beatMs = 20_000;
const tidyMs = 10 * minuteMs;

/**
 * Sees what other processes were asked to do with files of this instance. It looks only while there are such files: an
 * idle installation has no statement for it. A notification may call `check` sooner.
 */
export function watchUploads(deps: {
  owner: string;
  rows: UploadStore;
  owned: OwnedUploads;
  files: UploadFiles;
  runner: Pick<ReturnType<typeof createUploadRunner>, 'pickUp' | 'stop' | 'ids'>;
  logger: Logger;
  monotonic: () => number;
}) {
  const { owner, rows, owned, files, runner, logger, monotonic } = deps;
  let looking: NodeJS.Timeout | undefined;
  let tidying: NodeJS.Timeout | undefined;
  let isStopped = false;
  let lastBeat = Number.NEGATIVE_INFINITY;

  async function check(): Promise<void> {
    // Before the rows are read: one that begins in between is not in them.
    const reading = runner.ids();
    const neededRows = await owned.needed();
    const goesOn = new Set(
      neededRows.flatMap((row) => (row.state === 'running' && !row.cancel_requested ? row.id : [])),
    );
    for (const { id, state } of neededRows) if (state === 'running') runner.pickUp(id);
    // Cancelled elsewhere, or deleted with its bot.
    for (const id of reading) if (!goesOn.has(id)) runner.stop(id);
    if (neededRows.length > 0 && monotonic() - lastBeat >= beatMs) {
      await owned.beat();
      lastBeat = monotonic();
    }
    const isBusy = neededRows.some(({ state }) => state !== 'failed');
    if (neededRows.length > 0) lookIn(isBusy ? lookMs.busy : lookMs.idle);
  }

  function lookIn(ms: number): void {
    clearTimeout(looking);
    if (isStopped) return;
    looking = setTimeout(() => {
      check().catch((error: unknown) => {
        logger.warn({ err: error }, 'the state of uploads could not be read; trying again');
        lookIn(lookMs.busy);
      });
    }, ms).unref();
  }

  async function tidy(): Promise<void> {
    await rows.removeOld();
    for (const { id: upload, bot_key: bot, owner: instance } of await rows.failAbandoned(owner)) {
      logger.error({ bot, upload, instance }, 'an upload has failed: the instance that has its file is gone');
    }
    await files.tidy(owned.needed);
  }

  return {
    check,
    tidy,
    soon: () => lookIn(lookMs.busy),
    async start(): Promise<void> {
      await owned.beat();
      await owned.release();
      await tidy();
      await check();
      tidying = setInterval(() => {
        tidy().catch((error: unknown) => logger.warn({ err: error }, 'uploads could not be tidied'));
      }, tidyMs).unref();
    },
    stop(): void {
      isStopped = true;
      clearTimeout(looking);
      clearInterval(tidying);
    },
  };
}
