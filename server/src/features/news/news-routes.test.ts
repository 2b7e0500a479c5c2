import type { Init, NewsPost } from '@botscope/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestAnswer, type TestServer } from '../../roles/test-server.ts';

let server: TestServer;
let ann: ReturnType<TestServer['visitor']>;
beforeAll(async () => {
  server = await startTestServer({
    ROLES: 'api',
    BLOG_URL: 'https://blog.example/',
    CHAT_WIDGET_URL: 'https://chat.example/widget.js',
    CHAT_WIDGET_HOSTS: 'wss://live.example',
  });
  const account = { email: 'ann@example.com', password: 'a long enough secret' };
  await server.services.accounts.createAccount(account);
  ann = server.visitor();
  await ann.post('/api/user/sign-in/login', { identity: account.email, password: account.password });
});
afterAll(() => server.close());

const dataOf = <T>({ body }: TestAnswer): T => body.data as T;
const unread = async (visitor: typeof ann) => dataOf<Init>(await visitor.get('/api/site/init')).news_unread;

it('everyone can read posts; only accounts have unread ones', async () => {
  const posts = dataOf<NewsPost[]>(await ann.get('/api/news?lang=ru'));
  expect(posts.length).toBeGreaterThanOrEqual(4);
  expect(posts.every(({ read }) => !read)).toBe(true);
  expect(await unread(ann)).toBe(posts.length);

  const visitor = server.visitor();
  const visiblePosts = dataOf<NewsPost[]>(await visitor.get('/api/news?lang=ru'));
  expect(visiblePosts).toEqual(posts.map((post) => ({ ...post, read: true })));
  expect(await unread(visitor)).toBe(0);
  expect((await visitor.post('/api/news/read', { slugs: [posts[0]?.slug] })).body.errors?.[0]?.code).toBe(
    'NotSignedIn',
  );

  const slugs = posts.slice(1).map(({ slug }) => slug);
  expect(dataOf(await ann.post('/api/news/read', { slugs, lang: 'en' }))).toEqual({ unread: 1 });
  expect(await unread(ann)).toBe(1);
});

it.each(['/api/news?lang=de', '/api/news?lang=en&lang=ru'])('%s is no question', async (path) => {
  expect((await ann.get(path)).status).toBe(400);
});

it.each([{ slugs: Array(51).fill('a') }, { slugs: [''] }, { slugs: 'a' }, {}])(
  '%j is nothing to read',
  async (body) => {
    expect((await ann.post('/api/news/read', body)).status).toBe(400);
  },
);

it('covers are pictures, and nothing beside them is given out', async () => {
  const [{ cover } = { cover: null }] = dataOf<NewsPost[]>(await ann.get('/api/news'));
  const picture = await fetch(`${server.url}${cover}`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(await picture.text()).toMatch(/^<svg /);
  for (const name of ['..%2fen%2flinks.md', '%00', 'none.svg', '..%2f..%2f..%2fpackage.json']) {
    expect((await ann.get(`/api/news/covers/${name}`)).status).toBe(404);
  }
});

it('the dashboard learns which services there are, and the policy admits them', async () => {
  const answer = await ann.get('/api/site/init');
  expect(dataOf<Init>(answer).services).toEqual({
    blog: 'https://blog.example/',
    chat: { script: 'https://chat.example/widget.js' },
    analytics: null,
  });
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self' https://chat.example;");
  expect(policy).toContain("connect-src 'self' https://chat.example wss://live.example wss://chat.example;");
});
