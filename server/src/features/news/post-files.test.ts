import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { newsCategory } from '@botscope/contract';
import { describe, expect, it } from 'vitest';
import { parsePost, readPosts } from './post-files.ts';

const head = ['date: 2026-11-18', 'slug: a', 'title: A: b', 'excerpt: c', 'author: d', 'categories: whats-new, x'];
const file = (lines: readonly string[], body = 'Text') => `---\n${lines.join('\n')}\n---\n${body}`;

describe('a post in a file', () => {
  it('has its front matter and clean html', () => {
    const body = '# H\n\n*a* <script>x</script>[b](/targets) [c](javascript:x)\n\n| d |\n|---|\n| e |';
    expect(parsePost(file([...head, 'cover: a.svg'], body))).toEqual({
      date: '2026-11-18',
      slug: 'a',
      title: 'A: b',
      excerpt: 'c',
      author: 'd',
      categories: ['whats-new', 'x'],
      cover: '/api/news/covers/a.svg',
      content:
        '<h4>H</h4>\n<p><em>a</em> <a href="/targets">b</a> <a>c</a></p>\n<table>\n<thead>\n<tr>\n<th>d</th>\n</tr>\n</thead>\n<tbody><tr>\n<td>e</td>\n</tr>\n</tbody></table>',
    });
  });

  it.each([
    ['nothing at its head', 'Text'],
    ['a field missing', file(head.slice(1))],
    ['a field misspelt', file([...head, 'autor: x'])],
    ['a line that is no field', file([...head, 'what'])],
    ['a date that is none', file(['date: 2026-02-30', ...head.slice(1)])],
    ['a cover elsewhere', file([...head, 'cover: ../a.svg'])],
  ])('is refused with %s', (_, text) => {
    expect(() => parsePost(text)).toThrow();
  });
});

describe('the posts of the product', () => {
  const directory = fileURLToPath(new URL('../../../../content/whats-new', import.meta.url));
  const { en, ru } = readPosts(directory);
  const shape = (posts: typeof en) =>
    posts.map(({ slug, date, categories, cover }) => ({ slug, date, categories, cover })).sort(bySlug);
  const bySlug = (one: { slug: string }, other: { slug: string }) => one.slug.localeCompare(other.slug);

  it('are the same ones in both languages', () => {
    expect(en.length).toBeGreaterThanOrEqual(4);
    expect(shape(ru)).toEqual(shape(en));
    for (const post of ru) expect(post.title).not.toBe(en.find(({ slug }) => slug === post.slug)?.title);
  });

  it('are to be seen, each under its own name, with a cover that is there', () => {
    const covers = readdirSync(`${directory}/covers`);
    for (const post of en) {
      expect(post.categories).toContain(newsCategory);
      expect(covers).toContain(post.cover?.split('/').at(-1));
    }
    expect(new Set(en.map(({ slug }) => slug)).size).toBe(en.length);
  });
});
