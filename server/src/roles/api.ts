import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Account, telegramLoginPath } from '@botscope/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { grantsOf, permit } from '../access/access.ts';
import { registerMembers } from '../access/member-routes.ts';
import { ownersFor } from '../access/owners.ts';
import { createAccountData } from '../accounts/account-data.ts';
import { registerAccountData } from '../accounts/account-data-routes.ts';
import { registerAccounts } from '../accounts/account-routes.ts';
import { createAttempts } from '../accounts/attempts.ts';
import { password } from '../accounts/password.ts';
import { registerProfile } from '../accounts/profile-routes.ts';
import { createSignedKeys } from '../accounts/signed-keys.ts';
import { registerOperator } from '../admin/operator-routes.ts';
import { isOperatorHeader } from '../admin/running-server.ts';
import { registerAnnotations } from '../annotations/annotation-routes.ts';
import { createAnnotations } from '../annotations/annotations.ts';
import { deedRecorder } from '../audit/audit.ts';
import { registerAudit } from '../audit/audit-routes.ts';
import { registerBotErrors } from '../bot-errors/bot-error-routes.ts';
import { createBotProfile } from '../bot-profile/bot-profile.ts';
import { registerBotProfile } from '../bot-profile/bot-profile-routes.ts';
import { registerBotSettings } from '../bot-settings/bot-settings-routes.ts';
import { registerBots } from '../bots/bot-routes.ts';
import { type BotRow, startRulesOf } from '../bots/bots.ts';
import { registerConnections } from '../connections/connection-routes.ts';
import { registerHiddenCommands } from '../hidden-commands/hidden-commands-routes.ts';
import { allowInlineScripts } from '../http/content-policy.ts';
import { csrfToken } from '../http/csrf.ts';
import { createHttp, type Gate } from '../http/http.ts';
import { registerReports } from '../http/report-routes.ts';
import { serveDashboard } from '../http/static.ts';
import { createTurns } from '../http/turns.ts';
import { registerInbox } from '../inbox/inbox-routes.ts';
import { createLiveActivity } from '../live-activity/live-activity.ts';
import { registerLiveActivity } from '../live-activity/live-activity-routes.ts';
import { registerNews } from '../news/news-routes.ts';
import { createSealer } from '../outgoing/sealer.ts';
import { registerSharePage } from '../shares/share-page-routes.ts';
import { registerShares } from '../shares/share-routes.ts';
import { createShares } from '../shares/shares.ts';
import { registerSite } from '../site/site-routes.ts';
import { registerTargets } from '../targets/target-routes.ts';
import { createTelegramLogin } from '../telegram-login/telegram-login.ts';
import { registerTelegramLogin } from '../telegram-login/telegram-login-routes.ts';
import { registerUploads } from '../uploads/upload-routes.ts';
import { createUploads } from '../uploads/uploads.ts';
import { registerUtmLinks } from '../utm-links/utm-link-routes.ts';
import { createUtmLinks } from '../utm-links/utm-links.ts';
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
