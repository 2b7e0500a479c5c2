import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './test-server.ts';

/** Callers of the public bot API and the API root get Telegram's shape, whatever goes wrong. */
describe.each([
  ['of the whole product', undefined],
  ['where only ingest runs', 'ingest'],
])('errors of the public bot API %s', (_name, roles) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(roles === undefined ? {} : { ROLES: roles });
  });
  afterAll(() => server.close());

  it.each<[string, string, number, RegExp]>([
    ['GET', '/v1', 404, /^Not Found: method not found$/],
    ['GET', '/v1/', 404, /^Not Found: method not found$/],
    ['POST', '/v1/send-nothing', 404, /^Not Found: method not found$/],
    ['POST', '/v1/send-update/extra', 404, /^Not Found: method not found$/],
    ['GET', '/v1/get-users?limit=500', 401, /^Unauthorized$/],
    ['POST', '/api/get-users?limit=500', 401, /^Unauthorized$/],
    ['DELETE', '/v1/get-users', 405, /^Method Not Allowed: use GET or POST$/],
    ['GET', '/v1/send-user-field', 405, /^Method Not Allowed: use POST$/],
    ['POST', '/api/send-user-field', 401, /^Unauthorized$/],
    ['GET', '/v1/get-nothing', 404, /^Not Found: method not found$/],
    ['POST', '/api/send-nothing', 404, /^Not Found: method not found$/],
    ['GET', '/v1/send-update', 405, /^Method Not Allowed/],
    ['PUT', '/api/send-batch-update', 405, /^Method Not Allowed/],
    ['DELETE', '/v1/send-target/', 405, /^Method Not Allowed/],
    ['OPTIONS', '/v1/send-call', 405, /^Method Not Allowed/],
    ['POST', '/v1/%zz', 400, /^Bad Request/],
    ['POST', '/v1/send-update', 401, /^Unauthorized$/],
    ['POST', '/api/send-target', 401, /^Unauthorized$/],
    ['POST', '/bot123/getMe', 404, /^Not Found$/],
    ['GET', '/botshop/getMe', 404, /^Not Found$/],
    ['GET', `/bot42:${'A'.repeat(35)}/getMe`, 401, /^Unauthorized/],
    ['GET', `/file/bot42:${'A'.repeat(35)}/photos/1.jpg`, 401, /^Unauthorized/],
    ['GET', `/bot42:${'A'.repeat(35)}/../x`, 404, /^Not Found$/],
  ])('%s %s is %i', async (method, path, status, description) => {
    const { code, type, body } = await ask(server.url, method, path);
    expect([code, type]).toEqual([status, 'application/json']);
    expect(body).toEqual({ ok: false, error_code: status, description: expect.stringMatching(description) });
  });

  it('are not those of the dashboard', async () => {
    const { code, body } = await ask(server.url, 'POST', '/api/bots/nothing');
    expect(body).toMatchObject({ status: 'error' });
    expect(code).toBeGreaterThanOrEqual(400);
  });
});

/** By a bare socket: `fetch` mends paths. */
function ask(url: string, method: string, path: string): Promise<{ code: number; type: string; body: unknown }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`),
    );
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject).on('end', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const type = /^content-type: (.*)$/im.exec(head)?.[1] ?? '';
      resolve({ code: Number(head.split(' ')[1]), type, body: JSON.parse(body) });
    });
  });
}
