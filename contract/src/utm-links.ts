import * as z from 'zod/mini';
import { ReadPayload, StartRules } from './bot-settings.ts';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';

/** Telegram's limits on launch payloads, characters. */
export const payloadLimits = { start: 64, startgroup: 64, startapp: 512 } as const;
export type LinkKind = keyof typeof payloadLimits;
const linkKinds = Object.keys(payloadLimits) as [LinkKind, ...LinkKind[]];

/** The parts of a link: parameter names with their values, in order. */
export const LinkParts = z.object({
  kind: z.enum(linkKinds),
  /** Short name of the Mini App, for `startapp` links that open one directly; '' = the bot's main one. */
  app: z.string().check(z.maxLength(64)),
  parts: z
    .array(z.object({ name: z.string().check(z.maxLength(64)), value: z.string().check(z.maxLength(512)) }))
    .check(z.maxLength(20)),
});
export type LinkParts = z.output<typeof LinkParts>;

/** A created link, or a template (`name` set) for others. */
export const UtmLink = z.object({
  id: z.number(),
  /** '' = an entry of the history. */
  name: z.string(),
  link: LinkParts,
  /** The whole address, as it was made. */
  url: z.string(),
  created_at: z.string(),
});
export type UtmLink = z.output<typeof UtmLink>;

const linkPath = z.extend(botPath, { id: z.string().check(z.regex(/^[0-9]{1,15}$/)) });

export const utmLinkEndpoints = {
  /** Data of the builder: the bot's rules, its templates, the 50 newest links. */
  utmBuilder: endpoint({
    method: 'GET',
    path: '/bots/{key}/utm-links',
    access: 'report.utm_summary',
    params: botPath,
    data: z.object({ username: z.string(), rules: StartRules, templates: z.array(UtmLink), history: z.array(UtmLink) }),
  }),
  /** Keeps a link (a template if it has a name). The same link again only moves to the top. */
  keepUtmLink: endpoint({
    method: 'POST',
    path: '/bots/{key}/utm-links',
    access: 'settings.edit',
    params: botPath,
    body: z.object({ name: z.string().check(z.trim(), z.maxLength(64)), link: LinkParts }),
    data: UtmLink,
  }),
  removeUtmLink: endpoint({
    method: 'DELETE',
    path: '/bots/{key}/utm-links/{id}',
    access: 'settings.edit',
    params: linkPath,
    data: z.object({ removed: z.literal(true) }),
  }),
  /** Parses a link or payload as reports will read it. */
  readUtmLink: endpoint({
    method: 'POST',
    path: '/bots/{key}/utm-links/read',
    access: 'report.utm_summary',
    params: botPath,
    body: z.object({ link: z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000)) }),
    data: z.object({
      /** Null for a bare payload. */
      kind: z.nullable(z.enum(linkKinds)),
      /** Username in the link; null for a bare payload. */
      username: z.nullable(z.string()),
      read: ReadPayload,
    }),
  }),
};
