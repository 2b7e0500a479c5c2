import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { consentPage } from './consent-page.ts';
import { createSigningKey, type LoginUser, type SigningKey, signJwt } from './id-token.ts';

export interface IssuerOptions {
  clientId: string;
  clientSecret: string;
  /** URLs that the owner entered at @BotFather: users are sent back only there. */
  allowedUrls: readonly string[];
  now?: () => number;
}

/** Fault of the next id_token or answer. */
export type Spoiled =
  | { claims: Readonly<Record<string, unknown>> }
  | { foreignKey: true }
  | { status: number }
  | { unsigned: true };

/** Telegram's OpenID Connect login: discovery, consent, token and keys, as strict as the standard lets it be. */
export interface SimulatedIssuer {
  /** Without a slash at the end. */
  readonly url: string;
  /** User signed in at Telegram in every browser that comes. */
  user: LoginUser;
  /** The queries of `/auth`, newest last. */
  readonly requests: URLSearchParams[];
  /** As a browser of this user who agrees: where it is sent then. @throws Error with the issuer's words when it refuses */
  agree(authorizationUrl: string, user?: LoginUser): Promise<URL>;
  /** Adds an address to the allowed ones. */
  allow(url: string): void;
  /** Spoils the next answer of `/token`. */
  spoil(how: Spoiled): void;
  /** From now on tokens are signed with a new key; the old one is no longer published. */
  rotateKeys(): void;
  stop(): Promise<void>;
}

/** Codes are good for one exchange within this time. */
const codeMs = 60_000;
const tokenSeconds = 3_600;

interface Grant {
  user: LoginUser;
  query: URLSearchParams;
  expiresAt: number;
}

export async function startSimulatedIssuer(options: IssuerOptions): Promise<SimulatedIssuer> {
  const now = options.now ?? Date.now;
  const redirectUrls = new Set(options.allowedUrls);
  const grants = new Map<string, Grant>();
  const requests: URLSearchParams[] = [];
  let key: SigningKey = createSigningKey();
  let spoiled: Spoiled | null = null;

  /** @throws OAuthError for a request for which the real issuer shows no page. */
  function checkQuestion(query: URLSearchParams): string {
    const redirect = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== options.clientId) throw new OAuthError(400, 'unknown client_id');
    if (!redirectUrls.has(redirect)) throw new OAuthError(400, `redirect_uri ${redirect} is not allowed`);
    if (query.get('response_type') !== 'code') throw new OAuthError(400, 'response_type must be code');
    if (!query.get('scope')?.split(' ').includes('openid')) throw new OAuthError(400, 'the scope has no openid');
    if (query.get('code_challenge_method') !== 'S256') throw new OAuthError(400, 'code_challenge_method must be S256');
    if (!/^[\w-]{43}$/.test(query.get('code_challenge') ?? '')) throw new OAuthError(400, 'a bad code_challenge');
    return redirect;
  }

  function comeBack(query: URLSearchParams, answer: Record<string, string>): URL {
    const url = new URL(checkQuestion(query));
    for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
    url.searchParams.set('state', query.get('state') ?? '');
    return url;
  }

  function grant(query: URLSearchParams, user: LoginUser): URL {
    const code = randomBytes(24).toString('base64url');
    grants.set(code, { user, query, expiresAt: now() + codeMs });
    return comeBack(query, { code });
  }

  function idToken({ user, query }: Grant, spoiled: Spoiled | null): string {
    const issuedAt = Math.floor(now() / 1_000);
    const claims = {
      iss: issuer.url,
      aud: options.clientId,
      sub: String(user.id),
      ...user,
      iat: issuedAt,
      exp: issuedAt + tokenSeconds,
      nonce: query.get('nonce') ?? undefined,
      ...(spoiled !== null && 'claims' in spoiled ? spoiled.claims : {}),
    };
    if (spoiled !== null && 'foreignKey' in spoiled) return signJwt({ ...createSigningKey(), kid: key.kid }, claims);
    const token = signJwt(key, claims);
    if (spoiled === null || !('unsigned' in spoiled)) return token;
    const head = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    return `${head}.${token.split('.')[1]}.`;
  }

  /** @throws OAuthError in the words of RFC 6749. */
  function exchange(authorization: string, form: URLSearchParams, defect: Spoiled | null): string {
    const basic = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64');
    if (authorization !== `Basic ${basic}`) throw new OAuthError(401, 'invalid_client');
    const code = form.get('code') ?? '';
    const storedGrant = grants.get(code);
    grants.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood =
      form.get('grant_type') === 'authorization_code' &&
      storedGrant !== undefined &&
      storedGrant.expiresAt > now() &&
      form.get('redirect_uri') === storedGrant.query.get('redirect_uri') &&
      challenge === storedGrant.query.get('code_challenge');
    if (!isGood) throw new OAuthError(400, 'invalid_grant');
    return idToken(storedGrant, defect);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer.url);
    const json = (value: unknown): void =>
      void response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    const goTo = (url: URL): void => void response.writeHead(302, { location: url.href }).end();
    if (pathname === '/.well-known/openid-configuration') return json(discovery(issuer.url));
    if (pathname === '/.well-known/jwks.json') return json({ keys: [key.jwk] });
    if (pathname === '/auth') {
      checkQuestion(searchParams);
      requests.push(searchParams);
      return void response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(consentPage(issuer.user, searchParams));
    }
    if (pathname === '/agree') return goTo(grant(searchParams, issuer.user));
    if (pathname === '/decline') return goTo(comeBack(searchParams, { error: 'access_denied' }));
    if (pathname !== '/token' || request.method !== 'POST') throw new OAuthError(404, 'not found');
    const [defect, chunks] = [spoiled, [] as Buffer[]];
    spoiled = null;
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (defect !== null && 'status' in defect) throw new OAuthError(defect.status, 'server_error');
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    json({
      access_token: 'unused',
      token_type: 'Bearer',
      expires_in: tokenSeconds,
      id_token: exchange(request.headers.authorization ?? '', form, defect),
    });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const status = error instanceof OAuthError ? error.status : 500;
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: String((error as Error).message) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer: SimulatedIssuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    user: { id: 700_100_200, name: 'Vera' },
    requests,
    async agree(authorizationUrl, user = issuer.user) {
      const query = new URL(authorizationUrl).searchParams;
      checkQuestion(query);
      requests.push(query);
      return grant(query, user);
    },
    allow: (url) => void redirectUrls.add(url),
    spoil: (defect) => {
      spoiled = defect;
    },
    rotateKeys: () => {
      key = createSigningKey();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return issuer;
}

class OAuthError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const discovery = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/auth`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/.well-known/jwks.json`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'profile', 'phone', 'telegram:bot_access'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic'],
});
