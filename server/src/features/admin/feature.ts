import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { isOperatorHeader } from '../../platform/operator-secret.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { BotMoves } from '../bot-moves/bot-moves.ts';
import type { Bots } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import type { Instances } from '../instances/instances.ts';
import { createPages } from '../pages/pages.ts';
import { type AdminDeps, adminCommands, isAdminCommand } from './commands.ts';

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

/** The admin command's way into a running server: the embedded stores belong to one process, so it does the work. */
function registerOperator(
  app: FastifyInstance,
  deps: AdminDeps & { isOperator: (request: FastifyRequest) => boolean },
): void {
  app.post('/operator/:command', { config: { access: 'operator' } }, async (request) => {
    if (!deps.isOperator(request)) throw new AppError('AccessDenied');
    const { command } = request.params as { command: string };
    if (!isAdminCommand(command)) throw new AppError('NotFound');
    const data = await adminCommands[command](deps, request.body as Record<string, string>);
    return { status: 'success', data };
  });
}
