import { describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createNews } from './news.ts';
import type { SourcePost } from './post.ts';

const post = (slug: string, date: string, categories = ['whats-new']): SourcePost => ({
  slug,
  date,
  title: slug,
  excerpt: '',
  author: '',
  categories,
  cover: null,
  content: '',
});
const files = {
  en: [
    post('first', '2026-11-01'),
    post('third', '2026-11-03T12:00:00Z'),
    post('second', '2026-11-02'),
    post('later', '2026-11-04T00:00:01Z'),
    post('recipe', '2026-11-02', ['cooking']),
  ],
  ru: [post('first', '2026-11-01')],
};
const now = () => Date.parse('2026-11-04T00:00:00Z');

describe.each(testEngines)('news on $name', (engine) => {
  const metadata = testMetadata(engine);
  const ann = { key: 'ann', locale: 'en' } as const;
  const ben = { key: 'ben', locale: 'ru' } as const;
  const create = (hosted: Parameters<typeof createNews>[0]['hosted'] = null) =>
    createNews({ metadata: metadata(), files, hosted, now });
  const slugs = async (key: string | null, language: 'en' | 'ru' = 'en') =>
    (await create().list(key, language)).map(({ slug, read }) => `${slug}${read ? '' : ' (new)'}`);

  test('published posts of the category are listed, the newest first; each account has read its own', async () => {
    const { db } = metadata();
    await db
      .insertInto('accounts')
      .values([
        { id: 'ann', email: 'ann@example.com' },
        { id: 'ben', email: 'ben@example.com' },
      ])
      .execute();
    const news = create();
    expect(await slugs(null)).toEqual(['third', 'second', 'first']);
    expect(await slugs('ann')).toEqual(['third (new)', 'second (new)', 'first (new)']);
    expect([await news.unread(ann), await news.unread(ben)]).toEqual([3, 1]);

    expect(await news.read('ann', ['third', 'later', 'recipe', 'none', 'first'], 'en')).toBe(1);
    expect(await news.read('ann', ['first'], 'en')).toBe(1);
    expect(await slugs('ann')).toEqual(['third', 'second (new)', 'first']);
    // A post that was read in one language is read in all of them; another account has not read it.
    expect(await slugs('ann', 'ru')).toEqual(['first']);
    expect([await news.unread(ann), await news.unread(ben)]).toEqual([1, 1]);
    const storedRows = await db.selectFrom('news_read').select('slug').orderBy('slug').execute();
    expect(storedRows.map(({ slug }) => slug)).toEqual(['first', 'third']);
  });

  test('a content service takes the place of the files as soon as it has answered', async () => {
    const silent = create({ posts: async () => null, atHand: () => null });
    expect((await silent.list(null, 'ru')).map(({ slug }) => slug)).toEqual(['first']);
    const hosted = create({ posts: async () => [post('hosted', '2026-11-03')], atHand: () => [] });
    expect((await hosted.list(null, 'ru')).map(({ slug }) => slug)).toEqual(['hosted']);
    expect(await hosted.unread(ben)).toBe(0);
    const emptyNews = create({ posts: async () => [], atHand: () => [] });
    expect([await emptyNews.list('ben', 'ru'), await emptyNews.read('ben', ['first'], 'ru')]).toEqual([[], 0]);
  });

  test('no more than fifty', async () => {
    const manyPosts = Array.from({ length: 60 }, (_, index) => post(`p${index}`, '2026-11-01'));
    const news = create({ posts: async () => manyPosts, atHand: () => manyPosts });
    expect((await news.list(null, 'en')).length).toBe(50);
    expect(await news.unread(ann)).toBe(50);
  });
});
