import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';

/** A Telegram account, as an id_token describes it. */
export interface LoginUser {
  id: number;
  name: string;
  preferred_username?: string;
}

/** One key of the issuer, with the name that tokens call it by. */
export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  /** Public half that the issuer publishes. */
  jwk: Record<string, unknown>;
}

export function createSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const kid = randomUUID();
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } };
}

/** A compact JWT (RFC 7519), signed with RS256; written out by hand so that it checks the library which reads it. */
export function signJwt(
  key: Pick<SigningKey, 'kid' | 'privateKey'>,
  claims: Readonly<Record<string, unknown>>,
): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'RS256', typ: 'JWT', kid: key.kid })}.${encode(claims)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key.privateKey, 'base64url')}`;
}
