import { createHash } from 'node:crypto';
import { parseServiceAccount, type ServiceAccount } from '@botscope/contract';
import { importPKCS8, SignJWT } from 'jose';
import type { ContextOf, Outcome } from '../provider.ts';
import { ProviderError, parseJson } from '../provider-error.ts';
import { readStatus } from '../read-status.ts';

const tokenUrl = 'https://oauth2.googleapis.com/token';
const scope = 'https://www.googleapis.com/auth/spreadsheets';
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** A token is renewed so long before its end. */
const reserveMs = 300_000;
const tokenSeconds = 3_600;
const maxTokens = 1_000;

type Context = Pick<ContextOf<'google_sheets'>, 'secrets' | 'send' | 'now'>;

/**
 * Tokens of this process, by a hash of the whole key file: IDs of keys and addresses of accounts are not secret, so by
 * these alone a file with a made-up key would be given the token of another owner.
 */
const tokens = new Map<string, { token: string; until: number }>();
const cacheKey = ({ secrets }: Pick<Context, 'secrets'>): string =>
  createHash('sha256').update(secrets.key).digest('base64');

export const forgetToken = (context: Pick<Context, 'secrets'>): void => void tokens.delete(cacheKey(context));

/** Account of the key file. @throws ProviderError */
export function serviceAccount({ secrets }: Pick<Context, 'secrets'>): ServiceAccount {
  const account = parseServiceAccount(secrets.key);
  if (account === null)
    throw new ProviderError({ kind: 'stop', code: 'misconfigured', detail: 'The key file is not valid' });
  return account;
}

/** Token of the account, for an hour. @throws ProviderError SendFailure */
export async function accessToken(context: Context): Promise<string> {
  const known = tokens.get(cacheKey(context));
  if (known !== undefined && known.until > context.now()) return known.token;
  const account = serviceAccount(context);
  const assertion = await signAssertion(account, Math.floor(context.now() / 1_000));
  const answer = await context.send({
    method: 'POST',
    url: tokenUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: grantType, assertion }).toString(),
    isSecret: true,
  });
  const body = parseJson(answer.body);
  const { access_token, expires_in } = body ?? {};
  if (answer.status !== 200 || typeof access_token !== 'string')
    throw new ProviderError(readTokenError(readStatus(answer, context.now()), answer.status, body));
  const seconds = typeof expires_in === 'number' ? expires_in : tokenSeconds;
  if (tokens.size >= maxTokens) tokens.clear();
  tokens.set(cacheKey(context), { token: access_token, until: context.now() + seconds * 1_000 - reserveMs });
  return access_token;
}

async function signAssertion(account: ServiceAccount, now: number): Promise<string> {
  try {
    const key = await importPKCS8(account.private_key, 'RS256');
    return await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: account.private_key_id })
      .setIssuer(account.client_email)
      .setAudience(tokenUrl)
      .setIssuedAt(now)
      .setExpirationTime(now + tokenSeconds)
      .sign(key);
  } catch {
    throw new ProviderError({
      kind: 'stop',
      code: 'misconfigured',
      detail: 'The private key of the key file is not valid',
    });
  }
}

/** Keys that were deleted and accounts that are off are bad requests here. */
function readTokenError(
  outcome: Outcome,
  status: number,
  body: Record<string, unknown> | null,
): ProviderError['outcome'] {
  const words = [status, body?.error, body?.error_description].filter((word) => (word ?? '') !== '').join(' ');
  const detail = words.slice(0, 500);
  if (outcome.kind === 'retry') return { ...outcome, detail };
  return { kind: 'stop', code: 'unauthorized', detail };
}
