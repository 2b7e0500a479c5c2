import { randomBytes } from 'node:crypto';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { sha256 } from '../../platform/sha256.ts';

/** 256 bits: nobody finds one by trying. */
const tokenBytes = 32;

export interface InvitationTokens {
  /** A new token, and how it is kept. */
  make(): { token: string; token_hash: string; token_sealed: string };
  /** Hash by which a token is found. */
  hash(token: string): string;
  /** The address that carries a token. */
  linkTo(token: string): string;
  /** The address that carries a stored token. */
  linkOf(sealed: string): string;
}

/** Only a hash of a token is looked for; sealed besides, so that the maker of an invitation can copy its link again. */
export function createInvitationTokens({ sealer, publicUrl }: { sealer: Sealer; publicUrl: string }): InvitationTokens {
  // Sign-up, not sign-in: users without an account must not get lost, and the others find sign-in from there.
  const linkTo = (token: string): string => `${publicUrl}/signup?${new URLSearchParams({ invite_token: token })}`;
  return {
    hash: sha256,
    linkTo,
    make() {
      const token = randomBytes(tokenBytes).toString('base64url');
      return { token, token_hash: sha256(token), token_sealed: sealer.seal(token) };
    },
    linkOf: (sealed) => linkTo(sealer.open(sealed)),
  };
}
