import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecentSiteHit, Website } from '@botscope/contract';
import { startTestServer, type TestServer, type TestVisitor } from '@botscope/server/roles/test-server.ts';
import { freePort } from '@botscope/testkit/throwaway.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nginxConfig, usualPaths } from '../../dashboard/src/features/pages/sites/proxy.ts';
import type { Engine } from '../../e2e/tracker/engine.ts';
import { startFirefox } from '../../e2e/tracker/firefox.ts';

let server: TestServer;
let owner: TestVisitor;
let browser: Engine;
let home: string;
let nginx: ChildProcess | undefined;

beforeAll(async () => {
  server = await startTestServer({ ROLES: 'ingest,api', TRUST_PROXY: '1' });
  const credentials = { email: 'owner@example.com', password: 'correct horse battery' };
  await server.services.accounts.createAccount(credentials);
  owner = server.visitor();
  await owner.post('/api/user/sign-in/login', { identity: credentials.email, password: credentials.password });
  browser = await startFirefox('/usr/bin/firefox-esr');
  home = mkdtempSync(join(tmpdir(), 'botscope-nginx-'));
  // Its workers have an account of their own.
  chmodSync(home, 0o755);
});
afterAll(async () => {
  nginx?.kill('SIGTERM');
  await browser.close();
  await server.close();
  rmSync(home, { recursive: true, force: true });
});

const data = <Data>({ body }: { body: Record<string, unknown> }): Data => body.data as Data;

/** The website: its own nginx with the lines that the page *Code* shows. */
async function startSite(key: string): Promise<string> {
  const port = await freePort();
  writeFileSync(
    join(home, 'index.html'),
    `<!doctype html><title>Shop</title><script async src="${usualPaths.script}" data-key="${key}" data-url="${usualPaths.report}"></script>`,
  );
  const lines = [
    `pid ${home}/pid;`,
    'daemon off;',
    'events {}',
    `http { default_type text/html; access_log off; server { listen 127.0.0.1:${port}; root ${home};`,
    nginxConfig(server.url, '/site.js', usualPaths),
    '} }',
  ];
  writeFileSync(join(home, 'nginx.conf'), lines.join('\n'));
  nginx = spawn('/usr/sbin/nginx', ['-c', join(home, 'nginx.conf'), '-e', join(home, 'error.log')], {
    stdio: 'inherit',
  });
  return `http://localhost:${port}/`;
}

it('a website has the script and reports on its own domain, by the lines for nginx that its page shows', async () => {
  const { bot } = data<{ bot: { key: string } }>(
    await owner.post('/api/bots', { bot_name: 'shop_bot', connection_type: 'api' }),
  );
  const options = { link_mode: 'ticket', decorate_links: { payload: false }, consent: 'auto', gpc: 'tickets' };
  const websitesPath = `/api/bots/${bot.key}/websites`;
  const site = data<Website>(await owner.post(websitesPath, { name: 'Shop', domains: ['localhost'], options }));
  const url = await startSite(site.key);
  await expect.poll(async () => (await fetch(url).catch(() => null))?.status ?? 0, { timeout: 10_000 }).toBe(200);

  const tab = await browser.open();
  await tab.goto(url);
  const hits = async () =>
    data<RecentSiteHit[]>(await owner.get(`${websitesPath}/${site.site_id}/recent-hits`)).map(
      ({ name, hostname, path, dropped }) => ({ name, hostname, path, dropped }),
    );
  const view = { name: 'page', hostname: 'localhost', path: '/', dropped: null };
  await expect.poll(hits, { timeout: 20_000 }).toContainEqual(view);
}, 60_000);
