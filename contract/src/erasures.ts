import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';

/**
 * `erase` deletes everything about a user: counts of the past change. `anonymise` keeps their actions under a random
 * number, without names, texts, contents and fields: counts stay.
 */
export const erasureModes = ['erase', 'anonymise'] as const;
export type ErasureMode = (typeof erasureModes)[number];

/** `waiting` and `running`: may be seen still. `hidden`: no answer contains it any more. `done`: gone from the disk too. */
export const erasureStates = ['waiting', 'running', 'hidden', 'done'] as const;
export type ErasureState = (typeof erasureStates)[number];

/** Users of one erasure. */
export const maxErasedAtOnce = 1_000;

export const Erasure = z.object({
  erasure_id: z.number(),
  mode: z.enum(erasureModes),
  users: z.number(),
  state: z.enum(erasureStates),
  created_at: z.string(),
  hidden_at: z.nullable(z.string()),
  done_at: z.nullable(z.string()),
  /** The account that asked for it; null where it has been deleted. */
  created_by: z.nullable(z.string()),
});
export type Erasure = z.output<typeof Erasure>;

const erasurePath = z.extend(botPath, { erasure_id: z.string().check(z.regex(/^[0-9]{1,15}$/)) });

/** Proof of an erasure. It names nobody: with the bot's key, those who know an id can check it against `users`. */
export const ErasureCertificate = z.object({
  erasure: Erasure,
  bot: z.string(),
  /** HMAC-SHA-256 of each user, hexadecimal. */
  users: z.array(z.string()),
  /** Rows that were deleted or replaced, by place: a table or a kind of file. */
  places: z.record(z.string(), z.number()),
});
export type ErasureCertificate = z.output<typeof ErasureCertificate>;

export const erasureEndpoints = {
  /** Begins at once; the answer does not wait for the end. Users who never were there are blocked too. */
  eraseUsers: endpoint({
    method: 'POST',
    path: '/bots/{key}/erasures',
    access: 'section.users.erase',
    params: botPath,
    body: z.object({
      user_ids: z.array(z.int().check(z.gte(1))).check(z.minLength(1), z.maxLength(maxErasedAtOnce)),
      mode: z.enum(erasureModes),
    }),
    data: Erasure,
  }),
  /** The latest first. */
  listErasures: endpoint({
    method: 'GET',
    path: '/bots/{key}/erasures',
    access: 'section.users.erase',
    params: botPath,
    query: z.object({ before: z.optional(z.string().check(z.regex(/^[0-9]{1,15}$/))) }),
    data: z.object({ erasures: z.array(Erasure), next: z.nullable(z.string()) }),
  }),
  /** For files and colleagues; known when the erasure is `done`. */
  erasureCertificate: endpoint({
    method: 'GET',
    path: '/bots/{key}/erasures/{erasure_id}/certificate',
    access: 'section.users.erase',
    params: erasurePath,
    data: ErasureCertificate,
  }),
};
