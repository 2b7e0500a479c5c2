import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../roles/test-server.ts';
import { createApp } from './app.ts';

const password = 'correct horse';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ ROLES: 'api', TRUST_PROXY: '1' });
  await server.services.accounts.createAccount({ email: 'ann@example.com', password });
});
afterAll(() => server.close());

/** A sign-in as a proxy on this machine passes it on; gives the status. Not by `fetch`: headers go as they are. */
async function signIn(forwarded: string | string[], typedPassword = password): Promise<number> {
  const body = JSON.stringify({ identity: 'ann@example.com', password: typedPassword });
  return new Promise((resolve, reject) => {
    const signInRequest = request(
      {
        port: (server.app.server.address() as AddressInfo).port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/user/sign-in/login',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
      },
      (answer) => answer.resume().once('end', () => resolve(answer.statusCode ?? 0)),
    );
    signInRequest.once('error', reject).end(body);
  });
}

const addressesIn = async (table: 'audit' | 'sessions'): Promise<(string | null)[]> => {
  const { db } = server.services.metadata;
  return table === 'audit'
    ? (await db.selectFrom('audit').select('ip').orderBy('id').execute()).map(({ ip }) => ip)
    : (await db.selectFrom('sessions').select('ip_address').execute()).map((row) => row.ip_address);
};

test.each<[name: string, forwarded: string | string[], stored: string]>([
  ['a forged address in front', '9.9.9.9, 203.0.113.5', '203.0.113.5'],
  ['markup', '<img src=x>', '127.0.0.1'],
  ['12 kB of it', `<img src=x>${'x'.repeat(12_288)}`, '127.0.0.1'],
  ['12 kB in front of an address', `${'x'.repeat(12_288)}, 203.0.113.5`, '203.0.113.5'],
  ['IPv4 in IPv6 with a port', '[::ffff:203.0.113.5]:4711', '203.0.113.5'],
  ['a zone', 'fe80::1%eth0', 'fe80::1'],
  ['two headers', ['9.9.9.9', '203.0.113.6'], '203.0.113.6'],
])('behind one proxy, %s is stored as an address or not at all', async (_name, forwarded, storedAddress) => {
  await server.services.metadata.db.deleteFrom('audit').execute();
  await server.services.metadata.db.deleteFrom('sessions').execute();
  expect(await signIn(forwarded)).toBe(200);
  await server.services.accounts.settled();
  expect(await addressesIn('sessions')).toEqual([storedAddress]);
  expect(new Set(await addressesIn('audit'))).toEqual(new Set([storedAddress]));
});

test('an address that a client makes up gives no further tries; nor do the addresses of one IPv6 network', async () => {
  const forged = Array.from({ length: 14 }, (_, index) => `9.9.9.${index}, 203.0.113.77`);
  const network = Array.from({ length: 14 }, (_, index) => `2001:db8:7:7::${index + 1}`);
  for (const tries of [forged, network]) {
    const statuses: number[] = [];
    for (const forwarded of tries) statuses.push(await signIn(forwarded, 'a guess'));
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400));
    expect(new Set(statuses.slice(10))).toEqual(new Set([429]));
  }
});

test('behind nobody, the header counts for nothing', async () => {
  const app = await createApp({ logger: pino({ level: 'silent' }), https: false });
  app.get('/ip', { config: { access: 'visitor' } }, (request) => request.ip);
  const answer = await app.inject({ url: '/ip', headers: { 'x-forwarded-for': '203.0.113.5' } });
  expect(answer.body).toBe('127.0.0.1');
  await app.close();
});
