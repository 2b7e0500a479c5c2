import { fileURLToPath } from 'node:url';
import type { Account } from '@botscope/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { grantsOf, permit } from '../access/access.ts';
import { registerAccounts } from '../accounts/account-routes.ts';
import { createAttempts } from '../accounts/attempts.ts';
import { registerOperator } from '../admin/operator-routes.ts';
import { isOperatorHeader } from '../admin/running-server.ts';
import { registerAnnotations } from '../annotations/annotation-routes.ts';
import { createAnnotations } from '../annotations/annotations.ts';
import { registerBotErrors } from '../bot-errors/bot-error-routes.ts';
import { createBotProfile } from '../bot-profile/bot-profile.ts';
import { registerBotProfile } from '../bot-profile/bot-profile-routes.ts';
import { registerBotSettings } from '../bot-settings/bot-settings-routes.ts';
import { registerBots } from '../bots/bot-routes.ts';
import { type BotRow, startRulesOf } from '../bots/bots.ts';
import { registerConnections } from '../connections/connection-routes.ts';
import { registerHiddenCommands } from '../hidden-commands/hidden-commands-routes.ts';
import { csrfToken } from '../http/csrf.ts';
import { createHttp } from '../http/http.ts';
import { registerReports } from '../http/report-routes.ts';
import { serveDashboard } from '../http/static.ts';
import { registerInbox } from '../inbox/inbox-routes.ts';
import { registerSite } from '../site/site-routes.ts';
import { registerTargets } from '../targets/target-routes.ts';
import { registerUploads } from '../uploads/upload-routes.ts';
import { createUploads } from '../uploads/uploads.ts';
import { registerUtmLinks } from '../utm-links/utm-link-routes.ts';
import { createUtmLinks } from '../utm-links/utm-links.ts';
import type { Services } from './services.ts';

const dashboardDirectory = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));

/** The dashboard and its calls. */
export async function startApi(app: FastifyInstance, services: Services): Promise<void> {
  const { accounts, bots, botErrors, connecting, botSettings, hiddenCommands, targets, config, store, mailer } =
    services;
  const isOperator = (request: FastifyRequest): boolean =>
    isOperatorHeader(request.headers.authorization, config.appSecret);
  const tokenFor = (accountKey: string | null): string => csrfToken(config.appSecret, accountKey);
  const grantsOfAccount = (account: Account | null) => grantsOf(services.metadata.db, account?.key ?? null);
  const http = createHttp<BotRow>(app, {
    account: async (request) => (await accounts.session(request.headers))?.account ?? null,
    permit: async (account, key, permission) => {
      const [bot, grants] = await Promise.all([bots.byKey(key), grantsOfAccount(account)]);
      return permit(account, bot, permission, grants);
    },
    isOperator,
    csrfToken: (account) => tokenFor(account?.key ?? null),
  });
  registerSite(http, {
    accounts,
    bots,
    grantsOf: grantsOfAccount,
    mail: mailer.delivery,
    demoBotKey: config.demo.enabled ? config.demo.botKey : null,
    csrfToken: tokenFor,
  });
  registerAccounts(http, { accounts, mailer });
  registerBots(http, { bots, grantsOf: grantsOfAccount });
  registerConnections(http, {
    bots,
    ...connecting,
    grantsOf: grantsOfAccount,
    attempts: createAttempts(services.metadata.db, Date.now),
  });
  registerInbox(http, connecting);
  registerBotErrors(http, { botErrors });
  const access = { tokenOf: bots.tokenOf, rootOf: connecting.connections.context.addresses.telegramRoot };
  const { telegram, telegramDispatcher: dispatcher } = connecting;
  registerBotProfile(http, { botProfile: createBotProfile({ telegram, dispatcher, access }) });
  registerBotSettings(http, { botSettings });
  registerHiddenCommands(http, { hiddenCommands });
  registerUtmLinks(http, { utmLinks: createUtmLinks(services) });
  registerAnnotations(http, { annotations: createAnnotations(services) });
  const uploads = createUploads({
    ...services,
    rulesOf: async (key) => {
      const bot = await bots.byKey(key);
      return bot === null ? null : startRulesOf(bot);
    },
    dataDir: config.dataDir,
    maxBytes: config.uploadMaxBytes,
  });
  registerUploads(http, { uploads });
  app.addHook('onClose', () => uploads.close());
  registerTargets(http, { targets, store, hiddenCommandsOf: hiddenCommands.stableOf });
  registerReports(http, {
    store,
    hiddenCommandsOf: hiddenCommands.stableOf,
    targetsOf: (bot) => targets.countedOf(bot.key),
  });
  registerOperator(app, { accounts, bots, isOperator });
  await serveDashboard(app, dashboardDirectory);
  await uploads.resume();
}
