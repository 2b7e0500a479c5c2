import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { Account } from '@botscope/contract';
import { calculateJwkThumbprint, exportJWK, type JWK, SignJWT } from 'jose';
import type { Sealer } from '../../platform/outgoing/sealer.ts';

/** Lifetimes of keys: `auth` is passed on at once, `cdn` also serves pictures that a page requests later. */
const minutes = { auth: 5, cdn: 60 } as const;
const algorithm = 'EdDSA';
/** Prefix of the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface SignedKey {
  key: string;
  /** ISO 8601 */
  expires_at: string;
}

/**
 * Keys (JWT) by which other services know our owners without asking us: they check the signature with the public key of
 * `jwks`. The private key follows from APP_SECRET, so every process of an installation has the same.
 */
export interface SignedKeys {
  /** Proves who the bearer is: `sub` is the account, `aud` the service it is meant for. */
  auth(account: Account, audience: string | undefined): Promise<SignedKey>;
  /** Lets its holder have files (of one bot, if given) from whatever stands before us: `aud` is "cdn". */
  cdn(account: Account, bot: string | undefined): Promise<SignedKey>;
  /** The public key, as services expect it at /.well-known/jwks.json. */
  jwks(): Promise<{ keys: JWK[] }>;
}

export function createSignedKeys({
  sealer,
  publicUrl,
  now,
}: {
  sealer: Pick<Sealer, 'derive'>;
  publicUrl: string;
  now: () => number;
}): SignedKeys {
  const seed = Buffer.from(sealer.derive('account keys ed25519'), 'base64url');
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  // Follows from the key, so that services notice when it is another.
  const publicJwk = exportJWK(publicKey).then(async (jwk) => ({ ...jwk, kid: await calculateJwkThumbprint(jwk) }));

  async function sign(life: number, audience: string, subject: string, claims: Record<string, unknown>) {
    const issued = Math.floor(now() / 1_000);
    const ends = issued + life * 60;
    const key = await new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, kid: (await publicJwk).kid, typ: 'JWT' })
      .setIssuer(publicUrl)
      .setSubject(subject)
      .setAudience(audience)
      .setIssuedAt(issued)
      .setExpirationTime(ends)
      .sign(privateKey);
    return { key, expires_at: new Date(ends * 1_000).toISOString() };
  }

  return {
    auth: ({ key, email, tid, locale, tariff }, audience = publicUrl) =>
      sign(minutes.auth, audience, key, { email, tid, locale, tariff }),
    cdn: ({ key }, bot) => sign(minutes.cdn, 'cdn', key, bot === undefined ? {} : { bot }),
    async jwks() {
      return { keys: [{ ...(await publicJwk), alg: algorithm, use: 'sig' }] };
    },
  };
}
