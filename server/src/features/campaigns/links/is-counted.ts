import type { IncomingHttpHeaders } from 'node:http';

/** Programs that look at a page before a person does, or instead of one: link previews, search engines, scripts. */
const programs =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|prefetch|scan|monitor|facebookexternalhit|facebot|whatsapp|skypeuripreview|vkshare|embedly|iframely|curl|wget|python|java\/|okhttp|go-http|node|undici|axios|libwww|headless/i;

/** Whether a request for a tracked link is a person's click: a GET by a browser that shows the page now. */
export function isCounted(method: string, headers: IncomingHttpHeaders): boolean {
  if (method !== 'GET') return false;
  const agent = headers['user-agent'] ?? '';
  if (agent === '' || programs.test(agent)) return false;
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].join(' ');
  return !/prefetch|preview/i.test(purpose);
}
