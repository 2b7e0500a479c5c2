import type { NewsPost } from '@botscope/contract';

/** A post as its source has it, without whether an account has read it. */
export type SourcePost = Omit<NewsPost, 'read'>;

/** The published ones: what is dated for later waits, however far ahead it was written. The newest first. */
export function publishedAt(posts: readonly SourcePost[], now: number): SourcePost[] {
  return posts
    .filter(({ date }) => Date.parse(date) <= now)
    .sort((one, other) => Date.parse(other.date) - Date.parse(one.date) || one.slug.localeCompare(other.slug));
}
