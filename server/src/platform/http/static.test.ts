import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { serveDashboard } from './static.ts';

const script = 'document.title = "first"';
const page = `<!doctype html><script>${script}</script><script type="module" src="/assets/index.js"></script>`;
const open: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(open.splice(0).map((close) => close())));

async function serve() {
  const directory = await mkdtemp(join(tmpdir(), 'botscope-static-'));
  await writeFile(join(directory, 'index.html'), page);
  await writeFile(join(directory, 'index.html.br'), brotliCompressSync(page));
  const app = await createApp({ logger: pino({ level: 'silent' }), https: false });
  await serveDashboard(app, directory);
  open.push(
    () => app.close(),
    () => rm(directory, { recursive: true }),
  );
  return (url: string, accept = 'text/html') => app.inject({ url, headers: { accept, 'accept-encoding': 'gzip, br' } });
}

test('every page comes compressed as the build left it', async () => {
  const get = await serve();
  for (const url of ['/', '/signin', '/reports/new_users?lang=ru']) {
    const { statusCode, headers, rawPayload } = await get(url);
    expect([url, statusCode, headers['content-encoding'], headers['cache-control']]).toEqual([
      url,
      200,
      'br',
      'no-cache',
    ]);
    expect(rawPayload).toEqual(brotliCompressSync(page));
  }
});

test('the script inside the page may run, and no other; answers of the API allow none', async () => {
  const get = await serve();
  const hash = createHash('sha256').update(script).digest('base64');
  const parseScripts = (policy: unknown) => /script-src ([^;]*)/.exec(String(policy))?.[1];
  expect(parseScripts((await get('/signin')).headers['content-security-policy'])).toBe(`'self' 'sha256-${hash}'`);
  const errorAnswer = await get('/api/nothing', 'application/json');
  expect([errorAnswer.statusCode, parseScripts(errorAnswer.headers['content-security-policy'])]).toEqual([
    404,
    "'self'",
  ]);
});
