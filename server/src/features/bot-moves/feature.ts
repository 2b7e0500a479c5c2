import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Platform } from '../../platform/platform.ts';
import type { EventServers } from '../event-store/event-store.ts';
import { defineFeature, type Work } from '../feature.ts';
import type { Instances } from '../instances/instances.ts';
import { createBotMoves } from './bot-moves.ts';
import { createMoveStore } from './move-store.ts';
import { createMover } from './mover.ts';

type Needs = Platform & { eventServers: EventServers; instances: Instances };

/** Moves bots from one event server to another one while they are used. */
export const botMoves = defineFeature({
  name: 'bot-moves',
  create({ bus, config, eventServers, instances, logger, metadata }: Needs) {
    const { stores } = eventServers;
    const moves = createMoveStore(metadata.db);
    const mover = createMover({ metadata, moves, stores, bus, logger, haveStored: instances.haveStored });
    return {
      offers: { botMoves: createBotMoves({ db: metadata.db, bus, urls: config.clickhouseUrls }) },
      // With one server there is nowhere to move to.
      ...(stores.size > 0 && { start: () => keepMoving(mover, logger) }),
    };
  },
});

/** As often as processes report how far they are. */
const pauseMs = 10_000;

/** Moves bots on until it is closed. The step under way is ended: a second or two. */
function keepMoving(mover: Pick<ReturnType<typeof createMover>, 'advanceAll'>, logger: Pick<Logger, 'warn'>): Work {
  const closing = new AbortController();
  const { signal } = closing;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await mover
        .advanceAll(signal)
        .catch((error: unknown) => logger.warn({ err: error }, 'bots could not be moved on; trying again'));
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
  const loop = run();
  return {
    async close() {
      closing.abort();
      await loop;
    },
  };
}
