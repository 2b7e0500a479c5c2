import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createGuardedDispatcher } from '../../platform/outgoing/guarded-dispatcher.ts';
import { createHostedPosts } from './hosted-posts.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

type Answer = (response: ServerResponse) => void;
const json =
  (body: unknown): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A content service that answers as `answer` says at the moment. */
async function start(first: Answer, { allowPrivate = true, timeoutMs = 10_000 } = {}) {
  const state = { answer: first, requests: [] as string[], now: 0 };
  const server = createServer((request, response) => {
    state.requests.push(request.url ?? '');
    state.answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const dispatcher = createGuardedDispatcher({ allowPrivate });
  closers.push(
    () => dispatcher.destroy(),
    () => server.close(),
    () => server.closeAllConnections(),
  );
  const warnings: unknown[] = [];
  const logger = { warn: (problem: unknown) => void warnings.push(problem) };
  const hosted = createHostedPosts({
    url: `${origin}/posts?key=1`,
    dispatcher,
    logger,
    monotonic: () => state.now,
    timeoutMs,
  });
  return { state, origin, hosted, warnings };
}

const post = { date: '2026-11-20T10:00:00Z', slug: 'a', title: 'A', content: '<p>a</p>', categories: ['whats-new'] };
const plainPost = { ...post, excerpt: '', author: '', cover: null };

it('asks for the language and the category, and takes the shapes that services have', async () => {
  const { state, origin, hosted } = await start(
    json([
      {
        ...post,
        excerpt: 'e',
        author: { name: 'Ann' },
        categories: [{ slug: 'whats-new', id: 7 }, { name: 'reports' }],
        coverImage: { url: '/covers/a.png', width: 640 },
        content: '<h1>A</h1><img src="b.png"><script>x</script>',
      },
      { ...post, slug: 'b', author: 'Ben', coverImage: 'https://spy.example/a.png' },
    ]),
  );
  expect(await hosted.posts('ru')).toEqual([
    {
      ...plainPost,
      excerpt: 'e',
      author: 'Ann',
      categories: ['whats-new', 'reports'],
      cover: `${origin}/covers/a.png`,
      content: `<h4>A</h4><img src="${origin}/b.png" alt="" />`,
    },
    { ...plainPost, slug: 'b', author: 'Ben' },
  ]);
  expect(state.requests).toEqual(['/posts?key=1&lang=ru&category=whats-new']);
});

it('a post that is none does not take the others along', async () => {
  const { hosted } = await start(
    json([{ ...post, date: 'soon' }, { title: 'x' }, null, { ...post, slug: 'a\0b' }, { ...post, slug: '' }, post]),
  );
  expect(await hosted.posts('en')).toEqual([plainPost]);
});

it('asks once for all who look, and again after ten minutes', async () => {
  const { state, hosted } = await start(json([post]));
  const all = await Promise.all([hosted.posts('en'), hosted.posts('en'), hosted.posts('en')]);
  expect(all).toEqual([[plainPost], [plainPost], [plainPost]]);
  state.now = 599_999;
  await hosted.posts('en');
  expect(state.requests.length).toBe(1);
  state.now = 600_000;
  state.answer = json([]);
  expect(await hosted.posts('en')).toEqual([]);
});

it.each<[string, Answer]>([
  ['fails', (response) => response.writeHead(500).end()],
  ['leads elsewhere', (response) => response.writeHead(302, { location: '/other' }).end()],
  ['says something else', json({ posts: [] })],
  ['speaks no JSON', (response) => response.end('<html>')],
  ['says too much', (response) => response.end(`["${'x'.repeat(2_200_000)}"]`)],
])('a service that %s leaves the earlier posts in place, and is not asked again for a minute', async (_, badAnswer) => {
  const { state, hosted, warnings } = await start(json([post]));
  await hosted.posts('en');
  state.answer = badAnswer;
  state.now = 600_000;
  expect(await hosted.posts('en')).toEqual([plainPost]);
  state.now = 659_999;
  await hosted.posts('en');
  expect([state.requests.length, warnings.length]).toEqual([2, 1]);
  state.answer = json([]);
  state.now = 660_000;
  expect(await hosted.posts('en')).toEqual([]);
});

it('a service that hangs is not waited for longer than the timeout', async () => {
  const { hosted, warnings } = await start(() => undefined, { timeoutMs: 100 });
  expect(await hosted.posts('en')).toBeNull();
  expect(warnings.length).toBe(1);
});

it('has nothing until it has answered; callers that cannot wait get null', async () => {
  const { state, hosted } = await start((response) => response.writeHead(503).end());
  expect(hosted.atHand('en')).toBeNull();
  expect(await hosted.posts('en')).toBeNull();
  state.answer = json([post]);
  state.now = 60_000;
  expect(hosted.atHand('en')).toBeNull();
  expect(await hosted.posts('en')).toEqual([plainPost]);
  expect(hosted.atHand('en')).toEqual([plainPost]);
});

it('a service in a private network is not reached', async () => {
  const { state, hosted, warnings } = await start(json([post]), { allowPrivate: false });
  expect(await hosted.posts('en')).toBeNull();
  expect([state.requests, warnings.length]).toEqual([[], 1]);
});
