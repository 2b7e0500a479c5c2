import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { fairStore } from '../analytics/query/fair-store.ts';
import { type EventStore, openEventStore } from '../events/store/event-store.ts';
import { type AccessChanges, createAccessChanges } from '../features/access/access.ts';
import { type Accounts, createAccounts } from '../features/accounts/accounts.ts';
import { createAttempts } from '../features/accounts/attempts.ts';
import { type BotErrors, createBotErrors } from '../features/bot-errors/bot-errors.ts';
import { type BotSettingsService, createBotSettings } from '../features/bot-settings/bot-settings.ts';
import { type Bots, createBots } from '../features/bots/bots.ts';
import { createHiddenCommands, type HiddenCommands } from '../features/hidden-commands/hidden-commands.ts';
import { createHostedPosts, createNews, type News, readPosts } from '../features/news/news.ts';
import { createInbox, type Inbox } from '../features/notifications/notifications.ts';
import { telegramChannel } from '../features/notifications/telegram-channel.ts';
import { createEmailMarketing } from '../features/site/email-marketing.ts';
import { createTargets, type Targets } from '../features/targets/targets.ts';
import type { Config } from '../platform/config.ts';
import { createMailer, type Mailer } from '../platform/mail/mail.ts';
import { type Metadata, openMetadata } from '../platform/metadata/open-metadata.ts';
import { createGuardedDispatcher } from '../platform/outgoing/guarded-dispatcher.ts';
import { type Connecting, createConnecting } from './connecting.ts';

const newsDirectory = fileURLToPath(new URL('../../../content/whats-new', import.meta.url));

/** What the roles share: the two stores and the services on them. */
export interface Services {
  config: Config;
  logger: Logger;
  metrics: Registry;
  metadata: Metadata;
  store: EventStore;
  mailer: Mailer;
  inbox: Inbox;
  news: News;
  accessChanges: AccessChanges;
  accounts: Accounts;
  bots: Bots;
  botErrors: BotErrors;
  connecting: Connecting;
  botSettings: BotSettingsService;
  hiddenCommands: HiddenCommands;
  targets: Targets;
  close(): Promise<void>;
}

/** Opens the stores (bringing their schemas up to date, one process of the installation at a time) and builds the services. */
export async function openServices(config: Config, logger: Logger): Promise<Services> {
  const metrics = new Registry();
  const metadata = await openMetadata({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, logger });
  const botErrors = createBotErrors({ metadata, logger });
  const events = await openEventStore({
    dataDir: config.dataDir,
    clickhouseUrl: config.clickhouseUrl,
    patienceMs: config.eventStorePatienceMs,
    logger,
    metrics,
    withLock: (work) => metadata.withLock('event-migrations', work),
    onRejected: (rejections) => botErrors.record(rejections.map((rejection) => ({ ...rejection, code: 400 }))),
  }).catch(async (error: unknown) => {
    await metadata.close();
    throw error;
  });
  const store = fairStore(events, metrics);
  const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, dataDir: config.dataDir, logger });
  const inbox = createInbox({
    metadata,
    mailer,
    publicUrl: config.publicUrl,
    attempts: createAttempts(metadata.db, Date.now),
    // The client is made with the connections, which tell of their problems here.
    telegram: telegramChannel(() => connecting.telegram, config.telegramRoots.global, config.telegramLogin.bot),
    logger,
  });
  const accessChanges = createAccessChanges();
  const outsideDispatcher = createGuardedDispatcher({ allowPrivate: config.allowPrivateWebhooks });
  const emailMarketing = createEmailMarketing({
    url: config.outside.emailMarketingUrl ?? null,
    dispatcher: outsideDispatcher,
    logger,
  });
  const accounts = createAccounts({
    metadata,
    mailer,
    secret: config.appSecret,
    publicUrl: config.publicUrl,
    sessionIdleHours: config.sessionIdleHours,
    logger,
    tell: inbox.notify,
    emailKnown: emailMarketing.identify,
    sessionsEnded: accessChanges.changed,
  });
  const bots = createBots({ metadata, secret: config.appSecret, logger });
  const connecting = createConnecting(config, { bots, inbox, botErrors, logger });
  const botSettings = createBotSettings({ metadata, store, bots, logger });
  const { newsUrl: url } = config.outside;
  const news = createNews({
    metadata,
    files: readPosts(newsDirectory),
    hosted: url === undefined ? null : createHostedPosts({ url, dispatcher: connecting.webhookDispatcher, logger }),
  });
  return {
    config,
    logger,
    metrics,
    metadata,
    store,
    mailer,
    inbox,
    news,
    accessChanges,
    accounts,
    bots,
    botErrors,
    connecting,
    botSettings,
    hiddenCommands: createHiddenCommands({ metadata, store, logger }),
    targets: createTargets({ metadata, store }),
    // Writers before readers, the stores last: what was acknowledged is on disk when they close.
    async close() {
      await accounts.settled();
      await emailMarketing.settled();
      await outsideDispatcher.destroy();
      await connecting.close();
      await inbox.settled();
      mailer.close();
      await bots.close();
      await botSettings.settled();
      await store.close();
      await botErrors.close();
      await metadata.close();
    },
  };
}
