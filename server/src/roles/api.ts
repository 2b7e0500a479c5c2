import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Account, telegramLoginPath } from '@botscope/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { registerReports } from '../analytics/report-routes.ts';
import { startRulesOf } from '../events/normalize/start-rules.ts';
import { grantsOf, permit } from '../features/access/access.ts';
import { registerMembers } from '../features/access/member-routes.ts';
import { ownersFor } from '../features/access/owners.ts';
import { createAccountData } from '../features/accounts/account-data.ts';
import { registerAccountData } from '../features/accounts/account-data-routes.ts';
import { registerAccounts } from '../features/accounts/account-routes.ts';
import { createAttempts } from '../features/accounts/attempts.ts';
import { password } from '../features/accounts/password.ts';
import { registerProfile } from '../features/accounts/profile-routes.ts';
import { createSignedKeys } from '../features/accounts/signed-keys.ts';
import { registerOperator } from '../features/admin/operator-routes.ts';
import { isOperatorHeader } from '../features/admin/running-server.ts';
import { registerAnnotations } from '../features/annotations/annotation-routes.ts';
import { createAnnotations } from '../features/annotations/annotations.ts';
import { deedRecorder } from '../features/audit/audit.ts';
import { registerAudit } from '../features/audit/audit-routes.ts';
import { registerBotErrors } from '../features/bot-errors/bot-error-routes.ts';
import { createBotProfile } from '../features/bot-profile/bot-profile.ts';
import { registerBotProfile } from '../features/bot-profile/bot-profile-routes.ts';
import { registerBotSettings } from '../features/bot-settings/bot-settings-routes.ts';
import { registerBots } from '../features/bots/bot-routes.ts';
import type { BotRow } from '../features/bots/bots.ts';
import { registerConnections } from '../features/connections/connection-routes.ts';
import { registerHiddenCommands } from '../features/hidden-commands/hidden-commands-routes.ts';
import { createLiveActivity } from '../features/live-activity/live-activity.ts';
import { registerLiveActivity } from '../features/live-activity/live-activity-routes.ts';
import { registerNews } from '../features/news/news-routes.ts';
import { registerInbox } from '../features/notifications/notification-routes.ts';
import { registerSharePage } from '../features/shares/share-page-routes.ts';
import { registerShares } from '../features/shares/share-routes.ts';
import { createShares } from '../features/shares/shares.ts';
import { registerSite } from '../features/site/site-routes.ts';
import { registerTargets } from '../features/targets/target-routes.ts';
import { createTelegramLogin } from '../features/telegram-login/telegram-login.ts';
import { registerTelegramLogin } from '../features/telegram-login/telegram-login-routes.ts';
import { registerUploads } from '../features/uploads/upload-routes.ts';
import { createUploads } from '../features/uploads/uploads.ts';
import { registerUtmLinks } from '../features/utm-links/utm-link-routes.ts';
import { createUtmLinks } from '../features/utm-links/utm-links.ts';
import { allowInlineScripts } from '../platform/http/content-policy.ts';
import { csrfToken } from '../platform/http/csrf.ts';
import { createHttp, type Gate } from '../platform/http/http.ts';
import { serveDashboard } from '../platform/http/static.ts';
import { createTurns } from '../platform/http/turns.ts';
import { createSealer } from '../platform/outgoing/sealer.ts';
import { createJoining } from './joining.ts';
import type { Services } from './services.ts';

const dashboardDirectory = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));
const newsCovers = fileURLToPath(new URL('../../../content/whats-new/covers', import.meta.url));

/** The dashboard and its calls. */
export async function startApi(app: FastifyInstance, services: Services): Promise<void> {
  const { accounts, bots, botErrors, connecting, botSettings, hiddenCommands, targets, config, store, mailer } =
    services;
  const isOperator = (request: FastifyRequest): boolean =>
    isOperatorHeader(request.headers.authorization, config.appSecret);
  const tokenFor = (accountKey: string | null): string => csrfToken(config.appSecret, accountKey);
  const grantsOfAccount = (account: Account | null) => grantsOf(services.metadata.db, account?.key ?? null);
  const accountOf = async (request: FastifyRequest): Promise<Account | null> =>
    (await accounts.session(request.headers))?.account ?? null;
  const record = deedRecorder(services.metadata.db);
  const turns = createTurns(services.metrics);
  const gate: Gate<BotRow> = {
    remembered: (request) => accounts.sessions.remembered(request.headers),
    account: accountOf,
    permit: async (account, key, access) => {
      const [bot, grants] = await Promise.all([bots.byKey(key), grantsOfAccount(account)]);
      return permit(account, bot, access, grants);
    },
    watch: (account, listener) => services.accessChanges.watch(account.key, listener),
    isOperator,
    csrfToken: (account) => tokenFor(account?.key ?? null),
  };
  const http = createHttp(app, gate, turns);
  const joining = createJoining(services);
  app.addHook('onClose', () => joining.invitations.settled());
  const { outside } = config;
  const demoBotKey = config.demo.enabled ? config.demo.botKey : null;
  const telegramLogin = createTelegramLogin({
    db: services.metadata.db,
    accounts,
    attempts: createAttempts(services.metadata.db, Date.now),
    inbox: services.inbox,
    sealer: createSealer(config.appSecret),
    settings: config.telegramLogin,
    redirectUri: `${config.publicUrl}${telegramLoginPath}`,
    dispatcher: connecting.telegramDispatcher,
  });
  registerSite(http, {
    accounts,
    bots,
    grantsOf: grantsOfAccount,
    ownersFor: (account) => ownersFor(services.metadata.db, account.key),
    mail: mailer.delivery,
    demoBotKey,
    csrfToken: tokenFor,
    services: {
      blog: outside.blogUrl ?? null,
      chat: outside.chat && { script: outside.chat.url },
      analytics: outside.analytics && { script: outside.analytics.url },
    },
    telegramLogin: telegramLogin.shown,
    unreadNews: services.news.unread,
    arrivals: joining.arrivals,
  });
  registerNews(http, { news: services.news, covers: newsCovers });
  registerAccounts(http, { accounts, mailer, https: config.publicUrl.startsWith('https:') });
  registerProfile(http, { accounts, mailer });
  registerAccountData(http, {
    accountData: createAccountData({ ...services, connections: connecting.connections }),
    signedKeys: createSignedKeys({
      sealer: createSealer(config.appSecret),
      publicUrl: config.publicUrl,
      now: Date.now,
    }),
    bots,
    grantsOf: grantsOfAccount,
  });
  registerTelegramLogin(http, { telegramLogin, https: config.publicUrl.startsWith('https:') });
  registerMembers(http, { ...joining, metadata: services.metadata, now: Date.now });
  registerBots(http, { bots, grantsOf: grantsOfAccount, record });
  registerConnections(http, {
    bots,
    ...connecting,
    grantsOf: grantsOfAccount,
    attempts: createAttempts(services.metadata.db, Date.now),
    record,
  });
  registerInbox(http, { inbox: services.inbox, record });
  registerAudit(http, { db: services.metadata.db });
  registerBotErrors(http, { botErrors, record });
  const access = { tokenOf: bots.tokenOf, rootOf: connecting.connections.context.addresses.telegramRoot };
  const { telegram, telegramDispatcher: dispatcher } = connecting;
  registerBotProfile(http, { botProfile: createBotProfile({ telegram, dispatcher, access }), record });
  registerBotSettings(http, { botSettings, record });
  registerHiddenCommands(http, { hiddenCommands, record });
  registerUtmLinks(http, { utmLinks: createUtmLinks(services), record });
  registerAnnotations(http, { annotations: createAnnotations(services), record });
  const uploads = createUploads({
    ...services,
    rulesOf: async (key) => {
      const bot = await bots.byKey(key);
      return bot === null ? null : startRulesOf(bot);
    },
    dataDir: config.dataDir,
    maxBytes: config.uploadMaxBytes,
  });
  registerUploads(http, { uploads, record });
  app.addHook('onClose', () => uploads.close());
  registerTargets(http, { targets, store, hiddenCommandsOf: hiddenCommands.stableOf, record });
  registerReports(http, {
    demoBotKey,
    store,
    record,
    hiddenCommandsOf: hiddenCommands.stableOf,
    targetsOf: (bot) => targets.countedOf(bot.key),
  });
  registerLiveActivity(http, { liveActivity: createLiveActivity({ store, now: Date.now }) });
  const shares = createShares({
    metadata: services.metadata,
    secret: config.appSecret,
    botOf: bots.byKey,
    password,
    now: Date.now,
  });
  registerShares(http, {
    shares,
    store,
    hiddenCommandsOf: hiddenCommands.stableOf,
    targetsOf: (bot) => targets.countedOf(bot.key),
    attempts: createAttempts(services.metadata.db, Date.now),
    now: Date.now,
  });
  registerSharePage(app, {
    shares,
    readPage: () => readFile(join(dashboardDirectory, 'index.html'), 'utf8'),
    allowInlineScripts,
  });
  registerOperator(app, { ...services, isOperator });
  await serveDashboard(app, dashboardDirectory);
  await uploads.resume();
}
