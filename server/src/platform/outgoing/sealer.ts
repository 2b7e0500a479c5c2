import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps secrets of users unreadable in the store: an export of the database without APP_SECRET opens nothing. */
export interface Sealer {
  /** Encrypts a text; the same text is sealed differently each time. */
  seal(text: string): string;
  /** @throws Error if the text was sealed with another APP_SECRET, or changed since. */
  open(sealed: string): string;
  /** A keyed hash, hexadecimal: recognises a secret without keeping it. */
  hash(text: string): string;
  /** A secret that follows from APP_SECRET and this text, and so needs no place in the store: 43 letters of `A-Za-z0-9_-`. */
  derive(text: string): string;
}

/** Before the sealed text, so that a later version can tell which way it was sealed. */
const sealVersion = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** AES-256-GCM and HMAC-SHA256 with keys derived from APP_SECRET by HKDF, one for each purpose. */
export function createSealer(appSecret: string): Sealer {
  const keyFor = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', appSecret, 'botscope', `${purpose} ${sealVersion}`, 32));
  const [sealing, hashing, deriving] = [keyFor('seal'), keyFor('hash'), keyFor('derive')];
  return {
    seal(text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${sealVersion}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed) {
      const [version, text = ''] = sealed.split('.');
      if (version !== sealVersion) throw new Error('A secret was sealed by a version that this one does not know');
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
    hash: (text) => createHmac('sha256', hashing).update(text).digest('hex'),
    derive: (text) => createHmac('sha256', deriving).update(text).digest('base64url'),
  };
}
