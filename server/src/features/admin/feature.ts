import { isOperatorHeader } from '../../platform/operator-secret.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { BotMoves } from '../bot-moves/bot-moves.ts';
import type { Bots } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import type { Instances } from '../instances/instances.ts';
import { createPages } from '../pages/pages.ts';
import { registerOperator } from './operator-routes.ts';

type Needs = Platform & { accounts: Accounts; botMoves: BotMoves; bots: Bots; instances: Instances };

/** Commands of the operator, sent to the running server. */
export const admin = defineFeature({
  name: 'admin',
  create: ({ accounts, botMoves, bots, bus, config, instances, metadata }: Needs) => ({
    routes: (http) =>
      registerOperator(http.app, {
        accounts,
        botMoves,
        bots,
        instances,
        metadata,
        miniApps: createPages('app', { metadata, bus }),
        isOperator: (request) => isOperatorHeader(request.headers.authorization, config.appSecret),
      }),
  }),
});
