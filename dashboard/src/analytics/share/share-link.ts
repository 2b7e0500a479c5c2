import { sharePath } from '@botscope/contract';

/** The address that is handed out; it opens in the language of the user who made or copied it, unless that is the default. */
export function shareLink(origin: string, token: string, language: string): string {
  const link = new URL(sharePath(token), origin);
  if (language !== 'en') link.searchParams.set('lang', language);
  return link.href;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escapeHtml = (text: string): string => text.replace(/[&"<>]/g, (sign) => escapes[sign] ?? sign);

/** HTML for a page of another site. */
export function embedCode(link: string, title: string): string {
  return `<iframe src="${escapeHtml(link)}" title="${escapeHtml(title)}" width="100%" height="640" style="border:0" loading="lazy"></iframe>`;
}
