import type { EventStore } from '../../events/store/event-store.ts';
import { systemClock } from '../../platform/clock.ts';
import { allowInlineScripts } from '../../platform/http/content-policy.ts';
import { readDashboardPage } from '../../platform/http/static.ts';
import type { Platform } from '../../platform/platform.ts';
import { password } from '../accounts/accounts.ts';
import type { Bots } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import type { HiddenCommands } from '../hidden-commands/hidden-commands.ts';
import type { SegmentsOf } from '../segments/segments.ts';
import type { Targets } from '../targets/targets.ts';
import { registerSharePage } from './share-page-routes.ts';
import { registerShares } from './share-routes.ts';
import { createShares } from './shares.ts';

type Needs = Platform & {
  bots: Bots;
  hiddenCommands: HiddenCommands;
  segmentsOf: SegmentsOf;
  store: EventStore;
  targets: Targets;
};

/** Links that show a report or the key numbers to anyone who has them. */
export const shares = defineFeature({
  name: 'shares',
  tables: ['shares'],
  publicRoutes: {
    'GET /api/share/:token': 'the secret of the link is the proof',
    'POST /api/share/:token/unlock': 'the same, and its password',
    'GET /share/:token': 'the page of a link; the API has its data',
  },
  create({ attempts, bots, config, hiddenCommands, metadata, segmentsOf, store, targets }: Needs) {
    const now = Date.now;
    const shares = createShares({ metadata, secret: config.appSecret, botOf: bots.byKey, password, now });
    return {
      routes(http) {
        registerShares(http, {
          shares,
          store,
          demoBotKey: config.demo.enabled ? config.demo.botKey : null,
          hiddenCommandsOf: hiddenCommands.stableOf,
          targetsOf: (bot) => targets.countedOf(bot.key),
          segmentsOf,
          attempts,
          now,
          monotonic: systemClock.monotonic,
        });
        registerSharePage(http.app, { shares, readPage: readDashboardPage, allowInlineScripts });
      },
    };
  },
});
