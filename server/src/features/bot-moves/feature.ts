import type { Platform } from '../../platform/platform.ts';
import type { EventServers } from '../event-store/event-store.ts';
import { defineFeature } from '../feature.ts';
import type { Instances } from '../instances/instances.ts';
import { createBotMoves } from './bot-moves.ts';
import { keepMoving } from './keep-moving.ts';
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
