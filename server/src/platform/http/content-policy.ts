import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Origins besides our own that the dashboard's pages may use; all empty unless the operator joined something. */
export interface ContentSources {
  scripts: readonly string[];
  connections: readonly string[];
  images: readonly string[];
  frames: readonly string[];
  /** Style sheets and fonts. */
  styles: readonly string[];
}

export const ownContentOnly: ContentSources = { scripts: [], connections: [], images: [], frames: [], styles: [] };

/**
 * Directives of the content policy. The dashboard loads nothing from elsewhere by itself, so it is narrow; inline styles are
 * what the UI kit sets on elements.
 */
export function contentPolicy({ https, sources }: { https: boolean; sources: ContentSources }) {
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...sources.scripts],
    styleSrc: ["'self'", "'unsafe-inline'", ...sources.styles],
    fontSrc: ["'self'", 'data:', ...sources.styles],
    imgSrc: ["'self'", 'data:', 'blob:', ...sources.images],
    connectSrc: ["'self'", ...sources.connections],
    frameSrc: ["'self'", ...sources.frames],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    upgradeInsecureRequests: https ? [] : null,
  };
}

/** The scripts inside the page, and no others, may run: the content policy names the hash of each. */
export function allowInlineScripts(reply: FastifyReply, html: string): void {
  const policy = reply.getHeader('content-security-policy');
  if (typeof policy !== 'string') return;
  const hashes = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  reply.header(
    'content-security-policy',
    policy.replace(/script-src [^;]*/, (directive) => [directive, ...hashes].join(' ')),
  );
}
