import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { permissionsOn, permit } from '../access/access.ts';
import { registerAccounts } from '../accounts/account-routes.ts';
import { registerOperator } from '../admin/operator-routes.ts';
import { isOperatorHeader } from '../admin/running-server.ts';
import { registerBots } from '../bots/bot-routes.ts';
import type { BotRow } from '../bots/bots.ts';
import { csrfToken } from '../http/csrf.ts';
import { createHttp } from '../http/http.ts';
import { registerReports } from '../http/report-routes.ts';
import { serveDashboard } from '../http/static.ts';
import { registerSite } from '../site/site-routes.ts';
import type { Services } from './services.ts';

const dashboardDirectory = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));

/** The dashboard and its calls. */
export async function startApi(app: FastifyInstance, services: Services): Promise<void> {
  const { accounts, bots, botErrors, config, store, mailer } = services;
  const isOperator = (request: FastifyRequest): boolean =>
    isOperatorHeader(request.headers.authorization, config.appSecret);
  const tokenFor = (accountKey: string | null): string => csrfToken(config.appSecret, accountKey);
  const http = createHttp<BotRow>(app, {
    account: async (request) => (await accounts.session(request.headers))?.account ?? null,
    permit: async (account, key, permission) => permit(account, await bots.byKey(key), permission),
    isOperator,
    csrfToken: (account) => tokenFor(account?.key ?? null),
  });
  registerSite(http, {
    accounts,
    bots,
    mail: mailer.delivery,
    demoBotKey: config.demo.enabled ? config.demo.botKey : null,
    csrfToken: tokenFor,
  });
  registerAccounts(http, { accounts, mailer });
  registerBots(http, { bots, botErrors });
  registerReports(http, { store, permissionsOn });
  registerOperator(app, { accounts, bots, isOperator });
  await serveDashboard(app, dashboardDirectory);
}
