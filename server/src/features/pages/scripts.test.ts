import { createHash } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { TrackerScripts } from '@botscope/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf } from '../connections/test-world.ts';
import { type HitWorld, startHitWorld } from './test-apps.ts';

let world: HitWorld;
beforeAll(async () => {
  world = await startHitWorld();
});
afterAll(() => world.server.close());

const sha384 = (text: string | Buffer): string => `sha384-${createHash('sha384').update(text).digest('base64')}`;
/** As it is on the wire: fetch would unpack it. */
const get = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    request(`${world.server.url}${path}`, { headers }, async (response) => {
      const pieces: Buffer[] = [];
      for await (const piece of response) pieces.push(piece);
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) });
    })
      .on('error', reject)
      .end();
  });

it('scripts are for pages of any site, and compressed once', async () => {
  const plainAnswer = await get('/w.v1.js');
  expect(plainAnswer.status).toBe(200);
  expect(plainAnswer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'timing-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  });
  const br = await get('/w.v1.js', { 'accept-encoding': 'gzip, br' });
  expect(br.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(br.body).equals(plainAnswer.body)).toBe(true);
  const gzip = await get('/w.v1.js', { 'accept-encoding': 'gzip' });
  expect(gunzipSync(gzip.body).equals(plainAnswer.body)).toBe(true);
  const repeatAnswer = await get('/w.v1.js', { 'if-none-match': `${plainAnswer.headers.etag}` });
  expect([repeatAnswer.status, repeatAnswer.body.length]).toEqual([304, 0]);
  expect((await get('/site.js')).headers['cache-control']).toBe('public, max-age=3600, stale-while-revalidate=86400');
});

it('the bare address of the host is the script for a page that loads it as one, and the dashboard else', async () => {
  const script = await get('/', { 'sec-fetch-dest': 'script' });
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(script.body.equals((await get('/w.js')).body)).toBe(true);
  expect((await get('/', { accept: 'text/html' })).headers['content-type']).not.toContain('javascript');
});

it('the hash of a frozen version is the one that browsers compute', async () => {
  const scripts = dataOf<TrackerScripts>(await world.owner.get('/api/tracker-scripts'));
  expect(scripts.mini_app).toMatchObject({ path: '/w.js', frozen_path: '/w.v1.js' });
  for (const { frozen_path, integrity } of Object.values(scripts)) {
    expect(sha384((await get(frozen_path)).body)).toBe(integrity);
  }
});
