import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createGuardedDispatcher } from '../../../platform/outgoing/guarded-dispatcher.ts';
import { createLinkChecker } from './link-checker.ts';

/** Answers of a site by path: a status, or a handler. */
const pages: Record<string, number | ((request: IncomingMessage, response: ServerResponse) => void)> = {
  '/': 200,
  '/gone': 410,
  '/missing': 404,
  '/broken': 500,
  '/members': 403,
  '/busy': 429,
  '/no-head': (request, response) => response.writeHead(request.method === 'HEAD' ? 405 : 200).end('page'),
  '/hides-head': (request, response) => response.writeHead(request.method === 'HEAD' ? 404 : 200).end('page'),
  '/moved': (_, response) => response.writeHead(301, { location: '/missing' }).end(),
  '/moved-well': (_, response) => response.writeHead(302, { location: '/' }).end(),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/to-app': (_, response) => response.writeHead(302, { location: 'tg://resolve?domain=shop' }).end(),
  '/cut': (request) => request.socket.destroy(),
  // Much more than a check reads.
  '/endless': (request, response) => {
    response.writeHead(404);
    if (request.method === 'HEAD') response.end();
    else response.write('x'.repeat(1_000_000));
  },
};

let site: Server;
let address: string;
let requestLog: string[] = [];
beforeAll(async () => {
  site = createServer((request, response) => {
    requestLog.push(`${request.method} ${request.url}`);
    const page = pages[request.url ?? ''] ?? 404;
    if (typeof page === 'number') response.writeHead(page).end();
    else page(request, response);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requestLog = [];
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

function checker(options: { allowPrivate?: boolean; now?: () => number } = {}) {
  const dispatcher = createGuardedDispatcher({ allowPrivate: options.allowPrivate ?? true });
  return createLinkChecker({ dispatcher, ...(options.now && { monotonic: options.now }) });
}
const look = async (path: string, links = checker()): Promise<string> => {
  const url = `${address}${path}`;
  const problem = (await links.check([url])).get(url);
  if (problem === null || problem === undefined) return 'works';
  return String(problem.status ?? problem.failure);
};

it.each([
  ['/', 'works'],
  ['/gone', '410'],
  ['/missing', '404'],
  ['/broken', '500'],
  // Programs are kept out, users may not be.
  ['/members', 'works'],
  ['/busy', 'works'],
  ['/no-head', 'works'],
  ['/hides-head', 'works'],
  ['/moved', '404'],
  ['/moved-well', 'works'],
  ['/loop', 'works'],
  ['/to-app', 'works'],
  ['/cut', 'reset'],
  ['/endless', '404'],
])('the link %s is reported as %s', async (path, answer) => {
  expect(await look(path)).toBe(answer);
});

it('never reaches a private network, of whatever address', async () => {
  const links = checker({ allowPrivate: false });
  expect(await look('/', links)).toBe('private');
  expect(requestLog).toEqual([]);
});

it('says that a domain does not exist, and that nobody listens', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const urls = ['http://does-not-exist.invalid/', `http://127.0.0.1:${port}/`];
  const results = await checker().check(urls);
  expect(urls.map((url) => results.get(url))).toEqual([
    { status: null, failure: 'dns' },
    { status: null, failure: 'refused' },
  ]);
});

it('requests an address once for all who ask, and again only after some minutes', async () => {
  let now = 0;
  const links = checker({ now: () => now });
  const url = `${address}/`;
  expect(links.isNew([url])).toBe(true);
  await Promise.all([links.check([url, url]), links.check([url])]);
  await links.check([url]);
  expect(requestLog).toEqual(['HEAD /']);
  expect(links.isNew([url])).toBe(false);
  now = 11 * 60_000;
  expect(links.isNew([url])).toBe(true);
  await links.check([url]);
  expect(requestLog).toEqual(['HEAD /', 'HEAD /']);
});

it('looks at a broken link again after a minute', async () => {
  let now = 0;
  const links = checker({ now: () => now });
  pages['/mended'] = 404;
  expect(await look('/mended', links)).toBe('404');
  pages['/mended'] = 200;
  expect(await look('/mended', links)).toBe('404');
  now = 61_000;
  expect(await look('/mended', links)).toBe('works');
});

it('has at most 24 requests on their way', async () => {
  let open = 0;
  let peak = 0;
  pages['/slow'] = (_, response) => {
    open += 1;
    peak = Math.max(peak, open);
    setTimeout(() => {
      open -= 1;
      response.writeHead(200).end();
    }, 20);
  };
  const links = checker();
  const urls = Array.from({ length: 60 }, (_, number) => `${address}/slow?${number}`);
  pages[''] = 404;
  for (const [number] of urls.entries()) pages[`/slow?${number}`] = pages['/slow'];
  const results = await links.check(urls);
  expect([...results.values()]).toEqual(urls.map(() => null));
  expect(peak).toBeLessThanOrEqual(24);
  expect(peak).toBeGreaterThan(1);
});
