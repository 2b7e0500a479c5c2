export const news = {
  empty: 'Nothing yet. What the product learns will be told here.',
  failed: 'The posts could not be loaded.',
  fresh: 'New',
  blog: 'More in the blog',
};
