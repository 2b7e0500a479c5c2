import { createHash } from 'node:crypto';
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import { type Dispatcher, request } from 'undici';
import * as z from 'zod';
import { systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { pickName, readTid, type TelegramUser } from './telegram-user.ts';

/** An installation known to the issuer. */
export interface OpenIdClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Address to which users are sent back; the same letters as at @BotFather. */
  redirectUri: string;
  /** Asks users whether the bot may write to them, too. */
  requestsWriteAccess: boolean;
}

/** Secrets that only this browser's login knows. */
export interface LoginSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

export interface OpenId {
  /** Address to which the browser is to be sent. @throws AppError TelegramUnavailable */
  address(secrets: LoginSecrets): Promise<string>;
  /** Exchanges a code for the user it was issued to. @throws AppError WrongTelegram, TelegramUnavailable */
  user(code: string, secrets: LoginSecrets, now: number): Promise<TelegramUser>;
}

/** The parts of the discovery document (OpenID Connect Discovery 1.0) that we need. */
const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});
type Discovery = z.output<typeof Discovery>;

const timeoutMs = 10_000;
/** Answers of the issuer have a few kB. */
const longestAnswer = 262_144;
const discoveryMs = 3_600_000;
/** Algorithms that @BotFather offers and our library supports; never `none` or a shared secret. */
const algorithms = ['RS256', 'ES256', 'EdDSA'];
/** Clocks differ. */
const toleranceSeconds = 60;
/** An id_token is read within seconds of its making. */
const oldestTokenSeconds = 600;

/** The challenge that goes ahead of a verifier (RFC 7636, S256). */
export const toChallenge = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Authorization code with PKCE and a nonce, as a confidential client. Redirects of the issuer are not followed. */
export function createOpenId(client: OpenIdClient, dispatcher: Dispatcher, monotonic = systemClock.monotonic): OpenId {
  let cachedDiscovery: { document: Discovery; keys: ReturnType<typeof createRemoteJWKSet>; until: number } | null =
    null;

  async function discover(): Promise<NonNullable<typeof cachedDiscovery>> {
    if (cachedDiscovery !== null && cachedDiscovery.until > monotonic()) return cachedDiscovery;
    const { status, text } = await ask(dispatcher, `${client.issuer}/.well-known/openid-configuration`, {});
    const document = status === 200 ? Discovery.safeParse(parse(text)).data : undefined;
    if (document === undefined || document.issuer !== client.issuer) throw unavailable(`discovery: ${status}`);
    // A document read over TLS must not lead to addresses without.
    const isSafe = [document.authorization_endpoint, document.token_endpoint, document.jwks_uri].every(
      (address) => new URL(address).protocol === new URL(client.issuer).protocol,
    );
    if (!isSafe) throw unavailable('discovery: an endpoint has another protocol');
    const keys = createRemoteJWKSet(new URL(document.jwks_uri), {
      [customFetch]: async (url, { signal }) => {
        const { status, text } = await ask(dispatcher, url, { signal });
        // Keys that cannot be fetched say nothing about a token.
        if (status !== 200) throw unavailable(`keys: ${status}`);
        return new Response(text);
      },
    });
    cachedDiscovery = { document, keys, until: monotonic() + discoveryMs };
    return cachedDiscovery;
  }

  async function exchange(address: string, code: string, verifier: string): Promise<string> {
    const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
    const { status, text } = await ask(dispatcher, address, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: client.redirectUri,
        client_id: client.clientId,
        code_verifier: verifier,
      }).toString(),
    });
    const answer = parse(text);
    // The code is used up, too old or another user's.
    if (status === 400 && answer.error === 'invalid_grant') throw wrongTelegramError('invalid_grant');
    if (status !== 200 || typeof answer.id_token !== 'string')
      throw unavailable(`token: ${status} ${answer.error ?? ''}`);
    return answer.id_token;
  }

  return {
    async address({ state, nonce, verifier }) {
      const url = new URL((await discover()).document.authorization_endpoint);
      const query = {
        response_type: 'code',
        client_id: client.clientId,
        redirect_uri: client.redirectUri,
        scope: client.requestsWriteAccess ? 'openid profile telegram:bot_access' : 'openid profile',
        state,
        nonce,
        code_challenge: toChallenge(verifier),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },

    async user(code, { nonce, verifier }, now) {
      const { document, keys } = await discover();
      const token = await exchange(document.token_endpoint, code, verifier);
      const claims = await verify(token, keys, {
        issuer: client.issuer,
        audience: client.clientId,
        currentDate: new Date(now),
      });
      if (claims.nonce !== nonce) throw wrongTelegramError('nonce');
      const tid = readTid(claims.id);
      if (tid === null) throw wrongTelegramError('id');
      return { tid, name: pickName(claims.name, claims.preferred_username) };
    },
  };
}

async function verify(
  token: string,
  keys: ReturnType<typeof createRemoteJWKSet>,
  expected: { issuer: string; audience: string; currentDate: Date },
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      ...expected,
      algorithms,
      clockTolerance: toleranceSeconds,
      maxTokenAge: oldestTokenSeconds,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw wrongTelegramError(error.code, error);
    throw error;
  }
}

export const wrongTelegramError = (reason: string, cause?: unknown): AppError =>
  new AppError('WrongTelegram', { message: `Telegram did not confirm who you are: ${reason}`, cause });
const unavailable = (reason: string, cause?: unknown): AppError =>
  new AppError('TelegramUnavailable', { message: `The login of Telegram does not answer: ${reason}`, cause });

interface Question {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

/** @throws AppError TelegramUnavailable when there is no whole answer. */
async function ask(
  dispatcher: Dispatcher,
  address: string,
  question: Question,
): Promise<{ status: number; text: string }> {
  try {
    const { statusCode, body } = await request(address, {
      dispatcher,
      ...question,
      headers: { accept: 'application/json', ...question.headers },
      signal: question.signal ?? AbortSignal.timeout(timeoutMs),
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > longestAnswer) throw new Error('the answer is too long');
      chunks.push(chunk);
    }
    return { status: statusCode, text: Buffer.concat(chunks).toString('utf8') };
  } catch (error) {
    throw unavailable(error instanceof Error ? error.message : String(error), error);
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
