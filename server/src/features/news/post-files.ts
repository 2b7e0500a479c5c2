import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages, newsCoverPath } from '@botscope/contract';
import { Marked } from 'marked';
import * as z from 'zod';
import { cleanHtml } from './clean-html.ts';
import type { SourcePost } from './post.ts';

const FrontMatter = z.strictObject({
  /** Day of publication, UTC. */
  date: z.iso.date(),
  slug: z.string().regex(/^[a-z0-9-]{1,100}$/),
  title: z.string().min(1),
  excerpt: z.string().min(1),
  author: z.string().min(1),
  categories: z.string().transform((list) => list.split(',').map((name) => name.trim())),
  /** Name of a file in `covers`. */
  cover: z
    .string()
    .regex(/^[\w-]+\.(svg|png|webp)$/)
    .optional(),
});

const markdown = new Marked({ async: false, gfm: true });

/**
 * A post from a markdown file: lines of `name: value` between two lines of three dashes, then the text.
 * @throws Error if a field is missing, misspelt or wrong.
 */
export function parsePost(text: string): SourcePost {
  const [, head, body] = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(text) ?? [];
  if (head === undefined || body === undefined) throw new Error('the post does not begin with its front matter');
  const lines = head.split('\n').map((line) => /^(\w+):\s*(.*?)\s*$/.exec(line) ?? ['', line.trim(), '']);
  const { cover, ...fields } = FrontMatter.parse(Object.fromEntries(lines.map(([, name, value]) => [name, value])));
  return {
    ...fields,
    cover: cover === undefined ? null : `${newsCoverPath}/${cover}`,
    content: cleanHtml(markdown.parse(body, { async: false }), null),
  };
}

/** The posts of each language, read once: they change only with the product, which is then restarted. @throws Error naming the file */
export function readPosts(directory: string): Record<Language, SourcePost[]> {
  const loadPosts = (language: Language): SourcePost[] =>
    readdirSync(join(directory, language))
      .filter((name) => name.endsWith('.md'))
      .map((name) => {
        try {
          return parsePost(readFileSync(join(directory, language, name), 'utf8'));
        } catch (error) {
          throw new Error(`${language}/${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
        }
      });
  const [en, ru] = languages;
  return { [en]: loadPosts(en), [ru]: loadPosts(ru) };
}
