import { type Language, newsCategory } from '@botscope/contract';
import type { Logger } from 'pino';
import { type Dispatcher, request } from 'undici';
import * as z from 'zod';
import { systemClock } from '../../platform/clock.ts';
import { cleanHtml, resolvePictureUrl } from './clean-html.ts';
import type { SourcePost } from './post.ts';

/** Time for which an answer is good, and pause before the next request after a failure, ms. */
const freshMs = 600_000;
const pauseMs = 60_000;
const requestTimeoutMs = 5_000;
const largestAnswer = 2_097_152;
/** The service may file a post under very many words. */
const maxCategories = 500;

const textOrField = (field: string) =>
  z.union([z.string(), z.looseObject({ [field]: z.string() }).transform((record) => record[field] as string)]);
const HostedPost = z.looseObject({
  date: z.string().refine((date) => !Number.isNaN(Date.parse(date))),
  slug: z.string().regex(/^[^\p{C}\s]{1,100}$/u),
  title: z.string().min(1).max(300),
  excerpt: z.string().max(2_000).nullish(),
  author: textOrField('name').nullish(),
  categories: z.array(z.union([textOrField('slug'), textOrField('name')])).nullish(),
  coverImage: textOrField('url').nullish(),
  content: z.string().max(200_000),
});

/** Posts of a hosted content service. */
export interface HostedPosts {
  /** Fetches them if those at hand are older than ten minutes. Null if there never were any: the service has not answered yet. Never throws. */
  posts(language: Language): Promise<SourcePost[] | null>;
  /** Returns the posts at hand; never waits. Asks the service in the background when it is time. */
  atHand(language: Language): SourcePost[] | null;
}

export function createHostedPosts(options: {
  /** Answers GET with a JSON list of posts; gets `lang` and `category` as parameters. */
  url: string;
  /** Guarded: the address may mean another machine tomorrow than it meant when it was configured. */
  dispatcher: Dispatcher;
  logger: Pick<Logger, 'warn'>;
  monotonic?: () => number;
  timeoutMs?: number;
}): HostedPosts {
  const { url, dispatcher, logger, monotonic = systemClock.monotonic, timeoutMs = requestTimeoutMs } = options;
  const cachedPosts = new Map<Language, SourcePost[]>();
  const askAgainAt = new Map<Language, number>();
  const underWay = new Map<Language, Promise<void>>();

  async function refresh(language: Language): Promise<void> {
    try {
      cachedPosts.set(language, await fetchPosts({ url, dispatcher, language, timeoutMs }));
      askAgainAt.set(language, monotonic() + freshMs);
    } catch (error) {
      askAgainAt.set(language, monotonic() + pauseMs);
      logger.warn({ err: error }, 'the content service of NEWS_URL did not answer with posts');
    } finally {
      underWay.delete(language);
    }
  }

  /** One question at a time for each language, however many owners look. */
  function ask(language: Language): Promise<void> {
    if (monotonic() < (askAgainAt.get(language) ?? Number.NEGATIVE_INFINITY)) return Promise.resolve();
    const asking = underWay.get(language) ?? refresh(language);
    underWay.set(language, asking);
    return asking;
  }

  return {
    async posts(language) {
      await ask(language);
      return cachedPosts.get(language) ?? null;
    },
    atHand(language) {
      void ask(language);
      return cachedPosts.get(language) ?? null;
    },
  };
}

async function fetchPosts(question: {
  url: string;
  dispatcher: Dispatcher;
  language: Language;
  timeoutMs: number;
}): Promise<SourcePost[]> {
  const address = new URL(question.url);
  address.searchParams.set('lang', question.language);
  address.searchParams.set('category', newsCategory);
  const answer = await request(address, {
    dispatcher: question.dispatcher,
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(question.timeoutMs),
  });
  if (answer.statusCode !== 200) {
    await answer.body.dump();
    throw new Error(`status ${answer.statusCode}`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestAnswer) throw new Error(`more than ${largestAnswer} bytes`);
    chunks.push(chunk);
  }
  const list = z.array(z.unknown()).parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  const posts = list.flatMap((item) => presentPost(item, address.origin));
  // Whether it was read is kept by slug: two of one name would be one.
  return [...new Map(posts.map((post) => [post.slug, post])).values()];
}

/** One bad post does not take the others along. */
function presentPost(item: unknown, site: string): SourcePost[] {
  const result = HostedPost.safeParse(item);
  if (!result.success) return [];
  const { date, slug, title, excerpt, author, categories, coverImage, content } = result.data;
  return [
    {
      date,
      slug,
      title,
      excerpt: excerpt ?? '',
      author: author ?? '',
      categories: (categories ?? []).slice(0, maxCategories),
      cover: coverImage == null ? null : resolvePictureUrl(coverImage, site),
      content: cleanHtml(content, site),
    },
  ];
}
