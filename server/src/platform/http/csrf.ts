import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/**
 * Refuses a state-changing request that a browser sends from another site. Browsers of today tell by `Sec-Fetch-Site`,
 * older ones by `Origin`; a program that sends neither has no cookies of a user to misuse.
 * @throws AppError CsrfFailed
 */
export function assertSameSite(request: Pick<FastifyRequest, 'headers' | 'host'>): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw new AppError('CsrfFailed');
    return;
  }
  const { origin } = request.headers;
  if (origin === undefined) return;
  if (!URL.canParse(origin) || new URL(origin).host !== request.host) throw new AppError('CsrfFailed');
}

/** The token of `site/init`: bound to the account, changes when another account signs in. */
export function csrfToken(secret: string, accountKey: string | null): string {
  return createHmac('sha256', secret)
    .update(`csrf:${accountKey ?? 'visitor'}`)
    .digest('base64url');
}
