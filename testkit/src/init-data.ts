import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** Key pair in place of Telegram's own: a server takes its signatures if it is given `publicKey`. */
export interface TelegramSigner {
  privateKey: KeyObject;
  /** 64 hexadecimal digits. */
  publicKey: string;
}

export function createSigner(): TelegramSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex') };
}

export interface SignedBot {
  token: string;
  /** Without one the initData are those of an old client, which has no signature. */
  signer?: TelegramSigner;
}

/** initData as Telegram gives them to a Mini App; `fields` may hold any, known to us or not. */
export function signInitData(fields: Readonly<Record<string, string>>, { token, signer }: SignedBot): string {
  const all: Record<string, string> = { ...fields };
  if (signer !== undefined) {
    const message = Buffer.from(`${token.split(':', 1)[0]}:WebAppData\n${dataCheckString(all)}`);
    all.signature = sign(null, message, signer.privateKey).toString('base64url');
  }
  const secret = createHmac('sha256', 'WebAppData').update(token).digest();
  all.hash = createHmac('sha256', secret).update(dataCheckString(all)).digest('hex');
  return new URLSearchParams(all).toString();
}

const dataCheckString = (fields: Readonly<Record<string, string>>): string =>
  Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('\n');

/** The fields of an opening by a user. */
export const openedBy = (user: object, timestamp: number, extraFields: Readonly<Record<string, string>> = {}) => ({
  user: JSON.stringify(user),
  auth_date: String(Math.floor(timestamp / 1_000)),
  chat_instance: '8134722200314281151',
  chat_type: 'sender',
  ...extraFields,
});
