import { newsCoverPath } from '@botscope/contract';
import sanitizeHtml from 'sanitize-html';

/** Tags of a post: text, lists, tables, links, pictures. No styles, no classes, nothing that runs or asks for input. */
const tags = ['p', 'br', 'hr', 'h4', 'h5', 'ul', 'ol', 'li', 'a', 'strong', 'em', 'del', 'code', 'pre', 'blockquote'];
const mediaTags = ['img', 'figure', 'figcaption', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];

/**
 * Clean html of a post. The page, the panel and the titles of posts have the headings of three levels, so those within
 * a post begin with the fourth; whatever else is not allowed is dropped, its text kept.
 * @param site origin that relative addresses mean and pictures may come from; null for posts of our own, whose pictures lie below `newsCoverPath`
 */
export function cleanHtml(html: string, site: string | null): string {
  return sanitizeHtml(html, {
    allowedTags: [...tags, ...mediaTags],
    allowedAttributes: { a: ['href'], img: ['src', 'alt'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      h1: 'h4',
      h2: 'h4',
      h3: 'h5',
      h4: 'h5',
      h6: 'h5',
      b: 'strong',
      i: 'em',
      a: (tagName, { href }) => ({ tagName, attribs: { href: resolveLink(href ?? '', site) } }),
      img: (tagName, { src, alt }) => ({
        tagName,
        attribs: { src: (src === undefined ? null : resolvePictureUrl(src, site)) ?? '', alt: alt ?? '' },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  }).trim();
}

/**
 * The address of a picture, or null if it may not be shown. A picture is fetched with the reader's cookies, so of our own
 * addresses only those of pictures will do: a call that does something by GET must not be an image.
 */
export function resolvePictureUrl(address: string, site: string | null): string | null {
  if (site === null) return new RegExp(`^${newsCoverPath}/[\\w.-]+$`).test(address) ? address : null;
  const url = URL.parse(address, site);
  return url !== null && url.origin === new URL(site).origin ? url.href : null;
}

/** A relative link in a post from another site leads to that site, not to ours. */
function resolveLink(href: string, site: string | null): string {
  return site === null || href === '' ? href : (URL.parse(href, site)?.href ?? '');
}
