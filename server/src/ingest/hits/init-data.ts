import { createHash, createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import type { HitProof, ProofProblem } from '@botscope/contract';
import { isObject, text } from '../../telegram/json.ts';
import { parseUser, type User } from '../../telegram/user.ts';

/** Telegram's key for initData: its test environment has another one. */
export const telegramKey = 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d';

/** Maximum age of initData at the first hit of a launch: the limit that libraries set. */
export const longestAgeMs = 24 * 3_600_000;
/** Tolerated difference between the clocks of Telegram and of this machine. */
const clockToleranceMs = 5 * 60_000;

const startParamLength = 512;

/** Data of a Mini App about its user, as Telegram has signed them. */
export interface InitData {
  /** ID of this opening, 32 hexadecimal digits: the same however often the page is loaded. */
  launch: string;
  user: User;
  /** When the app was opened, Unix ms. */
  authAt: number;
  /** '' = it was not opened by a link with a payload. */
  startParam: string;
  /** Telegram says that the bot may write to the user. That it does not say so proves nothing: old clients leave it out. */
  allowsWriting: boolean;
  proof: Exclude<HitProof, 'none'>;
}

/** Bot of the initData, with the means to check them. */
export interface InitDataBot {
  /** Null: not kept here. */
  token: string | null;
  /** Telegram's number of the bot; null: not known. */
  telegramId: number | null;
}

/** A raw Ed25519 public key in its standard frame (RFC 8410). Importing it costs five times as much as one check. */
export const importKey = (hex: string): KeyObject =>
  createPublicKey({ key: Buffer.from(`302a300506032b6570032100${hex}`, 'hex'), format: 'der', type: 'spki' });

/**
 * Reads initData and proves whose they are: by the bot's token (HMAC), else by Telegram's signature (Ed25519), for which
 * the bot's number is enough. All fields that came are in the check, known or not: Telegram adds some now and then. How
 * old they may be is the caller's to decide.
 */
export function proveInitData(
  raw: string,
  bot: InitDataBot,
  options: { keys: readonly KeyObject[]; now: number },
): InitData | ProofProblem {
  const fields = new URLSearchParams(raw);
  const names = [...fields.keys()];
  const hash = fields.get('hash') ?? '';
  // If two fields share a name, nobody knows which one was signed.
  if (!/^[0-9a-f]{64}$/.test(hash) || new Set(names).size !== names.length) return 'Forged';
  const proof = provedBy(fields, hash, bot, options.keys);
  if (proof !== 'hmac' && proof !== 'ed25519') return proof;
  const authAt = Number(fields.get('auth_date')) * 1_000;
  const userData = parseJson(fields.get('user') ?? '');
  const user = parseUser(userData);
  if (!Number.isSafeInteger(authAt) || authAt <= 0) return 'Forged';
  if (authAt > options.now + clockToleranceMs) return 'FromTheFuture';
  if (user === null) return 'NoUser';
  return {
    launch: hashLaunch(fields),
    user,
    authAt,
    startParam: text(fields.get('start_param'), startParamLength),
    allowsWriting: isObject(userData) && userData.allows_write_to_pm === true,
    proof,
  };
}

function provedBy(
  fields: URLSearchParams,
  hash: string,
  { token, telegramId }: InitDataBot,
  keys: readonly KeyObject[],
): InitData['proof'] | ProofProblem {
  if (token !== null) {
    const secret = createHmac('sha256', 'WebAppData').update(token).digest();
    const expected = createHmac('sha256', secret)
      .update(checkString(fields, ['hash']))
      .digest();
    if (timingSafeEqual(expected, Buffer.from(hash, 'hex'))) return 'hmac';
  }
  // Also with a token: it may have been replaced at Telegram meanwhile.
  const id = telegramId ?? (token === null ? null : Number(token.split(':', 1)[0]));
  const signature = fields.get('signature');
  if (id === null) return 'UnknownBot';
  if (signature === null) return token === null ? 'NoSignature' : 'Forged';
  const message = Buffer.from(`${id}:WebAppData\n${checkString(fields, ['hash', 'signature'])}`);
  const bytes = Buffer.from(signature, 'base64url');
  return bytes.length === 64 && keys.some((key) => verify(null, message, key, bytes)) ? 'ed25519' : 'Forged';
}

const checkString = (fields: URLSearchParams, excludedNames: readonly string[]): string =>
  [...fields]
    .filter(([name]) => !excludedNames.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');

/** Hashes the signature, which both proofs cover; `hash` is outside the signed text, so it could be varied at will. */
function hashLaunch(fields: URLSearchParams): string {
  const signature = fields.get('signature');
  const bytes = signature === null ? Buffer.from(fields.get('hash') ?? '', 'hex') : Buffer.from(signature, 'base64url');
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
