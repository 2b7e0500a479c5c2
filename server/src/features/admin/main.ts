import { parseArgs } from 'node:util';
import pino from 'pino';
import { Registry } from 'prom-client';
import { openBus } from '../../platform/bus/bus.ts';
import { readConfig } from '../../platform/config.ts';
import { DirectoryInUse, holderEndMs, isLocked } from '../../platform/data-dir/directory-lock.ts';
import { makeFilesPrivate, openPrivateDirectory } from '../../platform/data-dir/private-files.ts';
import { AppError } from '../../platform/errors.ts';
import { createMailer } from '../../platform/mail/mail.ts';
import { openMetadata } from '../../platform/metadata/open-metadata.ts';
import { operatorSecret } from '../../platform/operator-secret.ts';
import { createOutbox } from '../../platform/outbox/outbox.ts';
import { createSealer } from '../../platform/outgoing/sealer.ts';
import { createAccessChanges } from '../accounts/access-changes.ts';
import { createAccounts } from '../accounts/accounts.ts';
import { createBotMoves } from '../bot-moves/bot-moves.ts';
import { createBots } from '../bots/bots.ts';
import { createInstances } from '../instances/instances.ts';
import { createMiniApps } from '../mini-apps/mini-apps.ts';
import { type AdminCommand, adminCommands, isAdminCommand } from './commands.ts';
import { type LoadedSpool, loadSpool } from './load-spool.ts';
import { findServer } from './running-server.ts';

const usage = `usage: npm run -s admin -- COMMAND
  create-account --email E --password P
  reset-password --email E --password P
  reset-second-factor --email E
  make-admin --email E
  end-admin --email E
  create-bot --account E --name NAME_bot [--connect api]
  rotate-key --bot KEY
  add-mini-app --bot KEY --name NAME [--origin https://app.example.com]
  mini-apps --bot KEY
  set-mini-app --bot KEY --id ID --status enabled|paused|archived
  remove-mini-app --bot KEY --id ID --name NAME
  list
  instances
  remove-instance --id ID
  load-spool
  metrics-token
  event-servers
  move-bot --bot KEY --to SERVER
  cancel-move --bot KEY`;

/** `npm run -s admin -- COMMAND --option value …`: one JSON object on stdout; problems on stderr and exit code 1. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(
      ['email', 'password', 'account', 'name', 'connect', 'bot', 'id', 'to', 'origin', 'status'].map((name) => [
        name,
        { type: 'string' as const },
      ]),
    ),
  });
  const [command] = positionals;
  if (command === 'load-spool' && positionals.length === 1) return print(await loadSpoolHere());
  if (command === 'metrics-token' && positionals.length === 1) return print({ token: readConfig().metricsToken });
  if (command === undefined || positionals.length !== 1 || !isAdminCommand(command)) throw new Error(usage);
  const options = Object.fromEntries(Object.entries(values).filter((entry) => typeof entry[1] === 'string')) as Record<
    string,
    string
  >;
  makeFilesPrivate();
  const config = readConfig();
  openPrivateDirectory(config.dataDir);
  const running = await findServer(config.dataDir, () => {
    process.stderr.write('The server on this data directory is starting: waiting for it.\n');
  });
  const result =
    running === null
      ? await runHere(config, command, options)
      : await askServer(running.url, config.appSecret, command, options);
  print(result);
}

const print = (result: unknown): void => void process.stdout.write(`${JSON.stringify(result)}\n`);

async function loadSpoolHere(): Promise<LoadedSpool> {
  makeFilesPrivate();
  const config = readConfig();
  // A server that runs here loads it itself. One that starts now waits for the event store, which this one has first.
  if (isLocked(config.dataDir, 'server')) throw new DirectoryInUse(config.dataDir);
  return loadSpool({ config, logger: pino({ level: 'silent' }) });
}

async function runHere(config: ReturnType<typeof readConfig>, command: AdminCommand, options: Record<string, string>) {
  const logger = pino({ level: 'silent' });
  const metadata = await openMetadata({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    logger,
    lockWaitMs: holderEndMs,
  });
  const { publicUrl, sessionIdleHours, smtpUrl, mailFrom: from, dataDir } = config;
  const outbox = createOutbox({ metadata, sealer: createSealer(config.appSecret), logger, metrics: new Registry() });
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
    const miniApps = createMiniApps({ metadata, bus });
    return await adminCommands[command]({ metadata, accounts, bots, botMoves, instances, miniApps }, options);
  } finally {
    await bots.close();
    await closeBus();
    await outbox.close();
    mailer.close();
    await metadata.close();
  }
}

async function askServer(
  url: string,
  appSecret: string,
  command: string,
  options: Record<string, string>,
): Promise<unknown> {
  const response = await fetch(`${url}/operator/${command}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorSecret(appSecret)}`, 'content-type': 'application/json' },
    body: JSON.stringify(options),
    signal: AbortSignal.timeout(30_000),
  });
  const answer = (await response.json()) as { data?: unknown; errors?: { code: string; message?: string }[] };
  if (!response.ok)
    throw new Error(answer.errors?.map((error) => `${error.code}: ${error.message}`).join('\n') ?? 'failed');
  return answer.data;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof AppError ? `${error.code}: ${error.message}` : (error as Error).message}\n`);
  process.exitCode = 1;
}
