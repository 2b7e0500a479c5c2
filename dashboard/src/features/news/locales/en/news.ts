export const news = {
  empty: 'No posts yet. New features will be announced here.',
  failed: 'Couldn’t load posts.',
  fresh: 'New',
  blog: 'More in the blog',
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    News: typeof news;
  }
}
