import { parseArgs } from 'node:util';
import { readConfig } from '../../platform/config.ts';
import { makeFilesPrivate, openPrivateDirectory } from '../../platform/data-dir/private-files.ts';
import { operatorSecret } from '../../platform/operator-secret.ts';
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
const commands = Array.from(usage.matchAll(/^ {2}([a-z-]+)/gm), ([, name]) => name);

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
  if (command === 'load-spool' && positionals.length === 1)
    return print(await (await loadLocalRunner()).loadSpoolHere());
  if (command === 'metrics-token' && positionals.length === 1) return print({ token: readConfig().metricsToken });
  if (command === undefined || positionals.length !== 1 || !commands.includes(command)) throw new Error(usage);
  const options = Object.fromEntries(Object.entries(values).filter((entry) => typeof entry[1] === 'string')) as Record<
    string,
    string
  >;
  makeFilesPrivate();
  const config = readConfig();
  openPrivateDirectory(config.dataDir);
  const runningServer = await findServer(config.dataDir, () => {
    process.stderr.write('The server on this data directory is starting: waiting for it.\n');
  });
  const result =
    runningServer === null
      ? await (await loadLocalRunner()).runHere(config, command, options)
      : await askServer(runningServer.url, config.appSecret, command, options);
  print(result);
}

/** The stores and all that works on them take a second to load: a running server has them loaded. */
const loadLocalRunner = () => import('./run-here.ts');

const print = (result: unknown): void => void process.stdout.write(`${JSON.stringify(result)}\n`);

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
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
