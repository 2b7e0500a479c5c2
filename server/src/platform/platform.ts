import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Dispatcher } from 'undici';
import { createTelegramClient, type TelegramClient } from '../telegram/telegram-client.ts';
import { type Attempts, createAttempts } from './attempts.ts';
import { type Bus, openBus } from './bus/bus.ts';
import { type ClockWatch, createClockWatch } from './clock-watch.ts';
import type { Config } from './config.ts';
import { type CountryDatabase, openCountryDatabase } from './country-database.ts';
import { holderEndMs } from './data-dir/directory-lock.ts';
import { readInstanceId } from './instance/instance-id.ts';
import { createMailer, type Mailer } from './mail/mail.ts';
import { type Metadata, openMetadata } from './metadata/open-metadata.ts';
import { assertSameSecret } from './metadata/secret-fingerprint.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import { createGuardedDispatcher } from './outgoing/guarded-dispatcher.ts';
import { createSealer, type Sealer } from './outgoing/sealer.ts';
import { createTelegramDispatcher } from './outgoing/telegram-dispatcher.ts';

/** Services that every feature may use. */
export interface Platform {
  config: Config;
  /** Names this process's data directory among those of the installation. */
  instanceId: string;
  logger: Logger;
  metrics: Registry;
  metadata: Metadata;
  bus: Bus;
  mailer: Mailer;
  /** Mails and messages that leave after the answer. */
  outbox: Outbox;
  sealer: Sealer;
  attempts: Attempts;
  /** Connections to Telegram. */
  telegramDispatcher: Dispatcher;
  /** Connections to addresses that users or the operator entered; private addresses are refused unless allowed. */
  guardedDispatcher: Dispatcher;
  telegram: TelegramClient;
  clockWatch: ClockWatch;
  /** The country of an address; '' = not known, and always so in a process that takes no hits. */
  countryOf: CountryDatabase['countryOf'];
}

/** Opens the metadata store, migrating its schema, and what needs only the configuration. */
export async function openPlatform(
  config: Config,
  logger: Logger,
): Promise<{ platform: Platform; close(): Promise<void> }> {
  const instanceId = readInstanceId(config.dataDir);
  // Before the stores: what is wrong with it is said at once.
  const countries = await openCountryDatabase(config.roles.includes('ingest') ? config.geoDatabase : undefined, {
    logger,
  });
  const metadata = await openMetadata({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    logger,
    lockWaitMs: holderEndMs,
  });
  if (metadata.engine === 'server') {
    await assertSameSecret(metadata.db, config.appSecret).catch(async (error: unknown) => {
      await metadata.close();
      throw error;
    });
  }
  const metrics = new Registry();
  const { bus, close: closeBus } = await openBus({ databaseUrl: config.databaseUrl, logger, metrics });
  const sealer = createSealer(config.appSecret);
  const outbox = createOutbox({ metadata, instanceId, sealer, logger, metrics });
  const { smtpUrl, mailFrom: from, dataDir } = config;
  const mailer = createMailer({ smtpUrl, from, dataDir, logger, outbox });
  const telegramDispatcher = createTelegramDispatcher();
  const clockWatch = createClockWatch(logger);
  const guardedDispatcher = createGuardedDispatcher({ allowPrivate: config.allowPrivateWebhooks });
  return {
    platform: {
      config,
      instanceId,
      logger,
      metrics,
      metadata,
      bus,
      mailer,
      outbox,
      sealer,
      attempts: createAttempts(metadata.db, Date.now),
      telegramDispatcher,
      guardedDispatcher,
      telegram: createTelegramClient(telegramDispatcher, clockWatch.noteTelegramDate),
      clockWatch,
      countryOf: countries.countryOf,
    },
    async close() {
      // Before the connections that it sends by.
      await outbox.close();
      await Promise.all([telegramDispatcher.destroy(), guardedDispatcher.destroy()]);
      mailer.close();
      countries.close();
      await closeBus();
      await metadata.close();
    },
  };
}
