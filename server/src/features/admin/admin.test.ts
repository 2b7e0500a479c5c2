import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AuditPage, type NotificationPage, operatorActor } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../roles/test-server.ts';
import { adminCommands } from './commands.ts';
import { announceServer, findServer } from './running-server.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

interface Outcome {
  code: number;
  stderr: string;
  /** The one object on stdout; null if nothing was printed. */
  printed: Record<string, unknown> | null;
}

function runAdmin(dataDir: string, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir };
    execFile(process.execPath, [main, ...args], { env }, (error, stdout, stderr) => {
      resolve({
        code: error === null ? 0 : Number(error.code),
        stderr,
        printed: stdout === '' ? null : JSON.parse(stdout),
      });
    });
  });
}

describe('the admin command', () => {
  let server: TestServer;
  let emptyDir: string;
  beforeAll(async () => {
    server = await startTestServer();
    emptyDir = mkdtempSync(join(tmpdir(), 'botscope-admin-'));
  });
  afterAll(async () => {
    await server.close();
    rmSync(emptyDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  it.each(['while the server runs', 'without a server'])(
    'makes accounts, bots and keys %s',
    async (mode) => {
      const dataDir = mode === 'without a server' ? emptyDir : server.dataDir;
      const admin = (...args: string[]) => runAdmin(dataDir, ...args);

      const account = await admin('create-account', '--email', 'Ann@example.com', '--password', 'long enough');
      expect(account).toMatchObject({ code: 0, printed: { email: 'ann@example.com' } });
      const bot = await admin('create-bot', '--account', 'ann@example.com', '--name', '@shop_bot', '--connect', 'api');
      expect(bot).toMatchObject({
        code: 0,
        printed: { name: 'shop_bot', api_key: expect.stringMatching(/^[0-9a-f]{13}:[0-9a-f]{64}$/) },
      });
      const { key, api_key } = bot.printed ?? {};
      const after = {
        accounts: [{ email: 'ann@example.com', admin: true }],
        bots: [{ key, name: 'shop_bot', demo: false }],
      };
      // Each of these processes opens stores of its own; the commands are the same ones.
      if (mode === 'without a server') return expect((await admin('list')).printed).toMatchObject(after);
      const rotated = await admin('rotate-key', '--bot', String(key));
      expect(rotated.printed).toEqual({ key, api_key: expect.stringMatching(/^[0-9a-f]{13}:[0-9a-f]{64}$/) });
      expect(rotated.printed?.api_key).not.toBe(api_key);
      expect(await admin('reset-password', '--email', 'ann@example.com', '--password', 'another one')).toMatchObject({
        code: 0,
      });
      expect((await admin('list')).printed).toMatchObject(after);
    },
    120_000,
  );

  it('lists the processes, and removes one whose disk is lost', async () => {
    const admin = (...args: string[]) => runAdmin(server.dataDir, ...args);
    await expect
      .poll(async () => (await admin('instances')).printed)
      .toMatchObject({
        instances: [{ roles: 'ingest,api,worker', spooled_rows: 0, seen_at: expect.any(String) }],
      });
    const lostId = '0b0ae5a1-6f5c-4a55-9d06-2f7d9a3b7c11';
    const row = {
      id: lostId,
      roles: 'ingest',
      host: 'gone',
      seen_at: new Date(0),
      stored_until: null,
      spooled_rows: 7,
    };
    await server.services.metadata.db.insertInto('instances').values(row).execute();
    expect((await admin('instances')).printed).toMatchObject({ instances: [{ id: lostId, spooled_rows: 7 }, {}] });
    expect(await admin('remove-instance', '--id', lostId)).toMatchObject({ code: 0, printed: { id: lostId } });
    expect(await admin('remove-instance', '--id', lostId)).toMatchObject({ code: 1, printed: null });
  }, 120_000);

  it('adds a Mini App whose hits are taken, pauses and removes it', async () => {
    const admin = (...args: string[]) => runAdmin(server.dataDir, ...args);
    const [bot] = await server.services.bots.all();
    const botOptions = ['--bot', String(bot?.key)];
    const addition = await admin(
      'add-mini-app',
      ...botOptions,
      '--name',
      'shop',
      '--origin',
      'https://shop.example.com/app',
    );
    const app = { id: expect.any(Number), name: 'shop', status: 'enabled', origins: ['https://shop.example.com'] };
    expect(addition.printed).toEqual({ ...app, key: expect.stringMatching(/^[0-9a-f]{32}$/) });
    const appOptions = [...botOptions, '--id', String(addition.printed?.id)];
    expect((await admin('mini-apps', ...botOptions)).printed).toEqual({ mini_apps: [addition.printed] });
    expect((await admin('add-mini-app', ...botOptions, '--name', 'Shop')).stderr).toContain('AppAlreadyExists');
    const report = async (origin: string) => {
      const events = [{ id: '0123456789abcdef', n: 'app_launch', t: Date.now() }];
      const body = { k: addition.printed?.key, v: '1', sent: Date.now(), l: 'ab'.repeat(16), e: events };
      const answer = await fetch(`${server.url}/hit`, {
        method: 'POST',
        headers: { origin },
        body: JSON.stringify(body),
      });
      return [answer.status, answer.headers.get('x-botscope-dropped')];
    };
    expect(await report('https://shop.example.com')).toEqual([202, null]);
    expect(await report('https://other.example.com')).toEqual([202, 'origin']);
    const paused = await admin('set-mini-app', ...appOptions, '--status', 'paused');
    expect(paused.printed).toEqual({ ...addition.printed, status: 'paused' });
    await expect.poll(() => report('https://shop.example.com')).toEqual([202, 'paused']);
    expect((await admin('remove-mini-app', ...appOptions, '--name', 'other')).stderr).toContain('InvalidField');
    expect((await admin('remove-mini-app', ...appOptions, '--name', 'shop')).printed).toEqual({
      id: addition.printed?.id,
    });
    await expect.poll(() => report('https://shop.example.com')).toEqual([202, 'key']);
  }, 120_000);

  it('is in the logs, as done by the operator', async () => {
    const visitor = server.visitor();
    await visitor.post('/api/user/sign-in/login', { identity: 'ann@example.com', password: 'another one' });
    const auditActions = async (path: string) => {
      const { entries } = (await visitor.get(path)).body.data as unknown as AuditPage;
      return entries.filter(({ actor }) => actor === operatorActor).map(({ action, ip }) => `${action}${ip}`);
    };
    expect(await auditActions('/api/user/profile/audit')).toEqual(['password_changed', 'account_created']);
    const [bot] = await server.services.bots.all();
    expect(await auditActions(`/api/bots/${bot?.key}/audit`)).toEqual([
      ...['mini_app_removed', 'mini_app_changed', 'mini_app_added', 'api_key_rotated', 'bot_added'],
    ]);
    const { items } = (await visitor.get('/api/notifications')).body.data as unknown as NotificationPage;
    expect(items.map(({ code }) => code)).toContain('password_changed');
  });

  it('names administrators and ends that, but for the last one', async () => {
    const admin = (...args: string[]) => runAdmin(server.dataDir, ...args);
    await admin('create-account', '--email', 'ben@example.com', '--password', 'long enough');
    expect((await admin('make-admin', '--email', 'ben@example.com')).printed).toMatchObject({ admin: true });
    expect((await admin('end-admin', '--email', 'ann@example.com')).printed).toMatchObject({ admin: false });
    expect((await admin('end-admin', '--email', 'ann@example.com')).printed).toMatchObject({ admin: false });
    expect((await admin('end-admin', '--email', 'ben@example.com')).stderr).toContain('make-admin');
    const { db } = server.services.metadata;
    const log = await db.selectFrom('audit').select(['action', 'actor']).where('action', 'like', 'admin%').execute();
    expect(log).toEqual(['admin_named', 'admin_ended'].map((action) => ({ action, actor: operatorActor })));
  });

  it('lets the new account in at once', async () => {
    const answer = await server
      .visitor()
      .post('/api/user/sign-in/login', { identity: 'ann@example.com', password: 'another one' });
    expect(answer).toMatchObject({ status: 200, body: { data: { user: { email: 'ann@example.com' } } } });
  });

  it.each([
    [[], 'usage'],
    [['dance'], 'usage'],
    [['create-account', '--email', 'no-address', '--password', 'long enough'], '--email'],
    [['create-account', '--email', 'ann@example.com', '--password', 'long enough'], 'EmailAddressAlready'],
    [['create-account', '--email', 'new@example.com', '--password', 'password123'], 'WeakPassword'],
    [['reset-password', '--email', 'ann@example.com', '--password', 'ann@example.com1'], 'WeakPassword'],
    [['reset-password', '--email', 'ann@example.com', '--password', 'short'], '--password'],
    [['make-admin', '--email', 'nobody@example.com'], 'userNotFound'],
    [['create-bot', '--account', 'nobody@example.com', '--name', 'x_bot'], 'userNotFound'],
    [['create-bot', '--account', 'ann@example.com', '--name', 'shop'], '--name'],
    [['create-bot', '--account', 'ann@example.com', '--name', 'shop_bot'], 'botExist'],
    [['rotate-key', '--bot', '0000000000000'], 'NotFound'],
  ])('says what is wrong with %j, on stderr and by its exit code', async (args, reason) => {
    expect(await runAdmin(server.dataDir, ...args)).toMatchObject({
      code: 1,
      printed: null,
      stderr: expect.stringContaining(reason),
    });
  });

  it('lists every command in its usage', async () => {
    const { stderr } = await runAdmin(server.dataDir);
    const listedCommands = Array.from(stderr.matchAll(/^ {2}([a-z-]+)/gm), ([, name]) => name);
    const standaloneCommands = ['load-spool', 'metrics-token'];
    expect(listedCommands.filter((name = '') => !standaloneCommands.includes(name)).toSorted()).toEqual(
      Object.keys(adminCommands).toSorted(),
    );
  });

  it('is refused by a server whose secret it does not have', async () => {
    const answer = await server.visitor().post('/operator/list', {}, { authorization: 'Bearer guess' });
    expect(answer).toMatchObject({ status: 403, body: { errors: [{ code: 'AccessDenied' }] } });
  });

  it('takes the note of a killed server for none', async () => {
    const withdraw = announceServer(emptyDir, { url: 'http://127.0.0.1:1' });
    const onWait = () => expect.unreachable('nothing is starting');
    expect(await findServer(emptyDir, onWait)).toBeNull();
    withdraw();
  });
});
