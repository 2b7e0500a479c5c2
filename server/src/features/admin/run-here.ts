import pino from 'pino';
import { Registry } from 'prom-client';
import { openBus } from '../../platform/bus/bus.ts';
import { readConfig } from '../../platform/config.ts';
import { DirectoryInUse, holderEndMs, isLocked } from '../../platform/data-dir/directory-lock.ts';
import { makeFilesPrivate } from '../../platform/data-dir/private-files.ts';
import { AppError } from '../../platform/errors.ts';
import { readInstanceId } from '../../platform/instance/instance-id.ts';
import { createMailer } from '../../platform/mail/mail.ts';
import { openMetadata } from '../../platform/metadata/open-metadata.ts';
import { createOutbox } from '../../platform/outbox/outbox.ts';
import { createSealer } from '../../platform/outgoing/sealer.ts';
import { createAccessChanges } from '../accounts/access-changes.ts';
import { createAccounts } from '../accounts/accounts.ts';
import { createBotMoves } from '../bot-moves/bot-moves.ts';
import { createBots } from '../bots/bots.ts';
import { createInstances } from '../instances/instances.ts';
import { createPages } from '../pages/pages.ts';
import { adminCommands, isAdminCommand } from './commands.ts';
import { type LoadedSpool, loadSpool } from './load-spool.ts';

export async function loadSpoolHere(): Promise<LoadedSpool> {
  makeFilesPrivate();
  const config = readConfig();
  // A server that runs here loads it itself. One that starts now waits for the event store, which this one has first.
  if (isLocked(config.dataDir, 'server')) throw new DirectoryInUse(config.dataDir);
  return loadSpool({ config, logger: pino({ level: 'silent' }) });
}

/**
 * A command on the stores of a data directory that no server has open.
 * @throws Error with the code of what is wrong before its text
 */
export async function runHere(
  config: ReturnType<typeof readConfig>,
  command: string,
  options: Record<string, string>,
): Promise<unknown> {
  if (!isAdminCommand(command)) throw new Error(`There is no command ${command}.`);
  const logger = pino({ level: 'silent' });
  const metadata = await openMetadata({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    logger,
    lockWaitMs: holderEndMs,
  });
  const { publicUrl, sessionIdleHours, smtpUrl, mailFrom: from, dataDir } = config;
  const sealer = createSealer(config.appSecret);
  const instanceId = readInstanceId(dataDir);
  const outbox = createOutbox({ metadata, instanceId, sealer, logger, metrics: new Registry() });
  const mailer = createMailer({ smtpUrl, from, dataDir, logger, outbox });
  const parts = { metadata, mailer, secret: config.appSecret, logger };
  // Servers may be running on the same PostgreSQL: they learn what changes here.
  const { bus, close: closeBus } = await openBus({
    databaseUrl: config.databaseUrl,
    logger,
    metrics: new Registry(),
  });
  const sessionsEnded = createAccessChanges(bus).changed;
  const accounts = createAccounts({ ...parts, publicUrl, sessionIdleHours, sessionsEnded });
  const bots = createBots({ ...parts, bus });
  try {
    const instances = createInstances(metadata.db);
    const botMoves = createBotMoves({ db: metadata.db, bus, urls: config.clickhouseUrls });
    const miniApps = createPages('app', { metadata, bus });
    return await adminCommands[command]({ metadata, accounts, bots, botMoves, instances, miniApps }, options);
  } catch (error) {
    throw error instanceof AppError ? new Error(`${error.code}: ${error.message}`, { cause: error }) : error;
  } finally {
    await bots.close();
    await closeBus();
    await outbox.close();
    mailer.close();
    await metadata.close();
  }
}
