import type { Hit } from '../core/delivery.ts';
import { guarded } from '../core/guarded.ts';

/** Twice as long each time: the last attempt is four minutes after the first. */
const firstPauseMs = 2_000;
const longestPauseMs = 200_000;

/**
 * Sends a hit at once, in a request that outlives the page. What the server cannot take now is sent again for four
 * minutes; a copy that arrives twice counts once. Nothing is stored in the browser, so what is left then is lost.
 */
export function sendHit(url: string, visit: object, hit: Hit, pauseMs = firstPauseMs): void {
  // Without an answer there is an error, which has no status.
  const judge = guarded(({ status = 500 }: Partial<Response>) => {
    if (status > 428 && pauseMs < longestPauseMs) setTimeout(sendHit, pauseMs, url, visit, hit, pauseMs * 2);
  });
  // A text needs no preflight, which would end with the page.
  const body = JSON.stringify({ ...visit, sent: Date.now(), e: [hit] });
  fetch(url, { method: 'POST', body, keepalive: true, credentials: 'omit' }).then(judge, judge);
}
