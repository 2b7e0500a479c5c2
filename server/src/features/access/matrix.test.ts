import type { Access } from '@botscope/contract';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteEntry } from '../../platform/http/app.ts';
import { startTestServer, type TestServer } from '../../roles/test-server.ts';
import { features } from '../features.ts';
import {
  ask,
  nameOf,
  type Persona,
  reportVerdict,
  sampleReport,
  startPersonas,
  type Verdict,
  verdictBy,
} from './test-matrix.ts';

/**
 * Access matrix: every persona calls every route of the running server. The expected verdict follows from the access
 * that the route declares; every deviation is listed here, with its reason. A new public route, a new kind of access
 * and a new name in a path must be listed too, or this fails.
 */

/** Public routes, each with the reason: those of the features are in their manifests. */
const publicRoutes: Record<string, string> = {
  'GET /healthz': 'for the operator: says only that the process lives',
  'GET /readyz': 'the same of the stores; details are for the monitoring token',
  ...Object.assign({}, ...features.manifests.map((feature) => feature.publicRoutes)),
};
/** The dashboard itself, as it was built; and a wrong method at the push API, which names the right one. */
const publicFile =
  /^(GET \/(assets\/\*|[\w.-]+\.(js|svg|png|ico|txt|webmanifest))?|(GET|HEAD) \/(v1|api)\/send-[a-z-]+)$/;

/** Values of the path parameters. None of them exists: an admitted caller gets NotFound from the slice. */
const samples: Record<string, string> = {
  type_report: sampleReport,
  id: '5d1c7b0e-3f5a-4b8e-9f6e-0123456789ab',
  target_id: '987654321',
  app_id: '987654321',
  site_id: '987654321',
  integration_key: '0123456789abcdef',
  delivery_id: '987654321',
  type: 'nothing',
  job_id: '987654321',
  campaign_id: '987654321',
  segment_id: '987654321',
  list_id: '987654321',
  erasure_id: '987654321',
  user_id: '987654321',
  file_id: 'AgACAgIAAxkBAA',
  event: '1700000000000-1',
  field: 'nothing',
  view_id: '987654321',
  note_id: '987654321',
  account: 'nobody',
  token: 'x'.repeat(32),
  file: 'nothing.svg',
  command: 'list-accounts',
  secret: 'nothing',
  '*': 'nothing.js',
};
/** Routes whose `id` is a number. */
const numbered = /\/(invitations|shares|annotations|utm-links)\/:id/;

interface Exception {
  reason: string;
  /** Body of the request; empty otherwise, which most routes reject after they have let the caller in. */
  body?: (botKey: string) => object;
  query?: (botKey: string) => string;
  verdict?: (access: Access, persona: Persona) => Verdict | null;
  /** NotFound from the slice counts as admitted. */
  missing?: true;
  /** Called at the end, in this order: an admitted persona cannot go on after it. */
  last?: 1 | 2;
  /** Nobody is asked here. */
  skipped?: true;
}
const notHere = 'answered below the routes (ingest/proxy), by the token; tested there';
/** Fields of a user and files of users are also for those alone who may see the bot's users. */
const ofOneUser: Exception = {
  reason: 'needs the list of users besides',
  verdict: (access, persona) => {
    const verdict = verdictBy(access, persona);
    return verdict === 'in' && !persona.permissions?.keys.has('section.users.list') ? 'AccessDenied' : verdict;
  },
};
/** Files that list users take an export permission besides their own. */
const usersFile: Exception = {
  reason: 'needs the export of users besides',
  verdict: (access, persona) => {
    const verdict = verdictBy(access, persona);
    return verdict === 'in' && !persona.permissions?.keys.has('section.users.export') ? 'AccessDenied' : verdict;
  },
};
const oneReport: Exception = { reason: 'needs the report besides', verdict: reportVerdict };
const exceptions: Record<string, Exception> = {
  'ALL /bot{token}/{method}': { reason: notHere, skipped: true },
  'ALL /bot{token}/test/{method}': { reason: notHere, skipped: true },
  'ALL /file/bot{token}/{path}': { reason: notHere, skipped: true },
  'ALL /hook/{key}/{secret}': { reason: notHere, skipped: true },
  'ALL /hook/{key}': { reason: notHere, skipped: true },
  'GET /api/reports/:key/:type_report': oneReport,
  'GET /api/reports/:key/:type_report/users': oneReport,
  'GET /api/reports/:key/:type_report/users.csv': {
    reason: 'needs the report and the list of users besides',
    verdict: (access, persona) => {
      const verdict = reportVerdict(access, persona);
      return verdict === 'in' ? (ofOneUser.verdict?.(access, persona) ?? null) : verdict;
    },
  },
  'GET /api/bots/:key/conversions.csv': usersFile,
  'GET /api/bots/:key/campaigns/:campaign_id/recipients.csv': usersFile,
  'GET /api/bots/:key/users.csv': ofOneUser,
  'GET /api/bots/:key/users.ndjson': ofOneUser,
  'GET /api/bots/:key/users/:user_id/export.zip': ofOneUser,
  'GET /api/bots/:key/uploads/:id/rejected-rows.csv': ofOneUser,
  'GET /api/bots/:key/activity': {
    reason: 'it counts visitors',
    verdict: (access, persona) => reportVerdict(access, persona, 'visitors'),
  },
  'POST /api/bots/:key/shares': { ...oneReport, body: () => ({ type_report: sampleReport }) },
  'GET /api/bots/:key/users/:user_id/fields': ofOneUser,
  'POST /api/bots/:key/users/:user_id/fields': { ...ofOneUser, body: () => ({ values: {} }) },
  'GET /api/bots/:key/users/:user_id/field-history': ofOneUser,
  'POST /api/bots/test-webhook': {
    reason: 'the bot is named in the body: its connection is tried out',
    body: (key) => ({ webhook: 'https://bot.invalid/hook', key }),
    verdict: (_access, persona) => verdictBy('secure.manage', persona),
  },
  'GET /api/user/default/get-cdn-key': {
    reason: 'the bot is named in the query: its files are opened',
    query: (key) => `?bot=${key}`,
    verdict: (_access, persona) => verdictBy('member', persona),
  },
  'GET /api/bots/:key/photo': { reason: 'a bot without a token has no picture', missing: true },
  'POST /api/user/sign-in/tg-auth-start': { reason: 'no way to sign in with Telegram is set', missing: true },
  'POST /api/user/sign-in/tg-auth-up': { reason: 'the same', missing: true },
  'POST /api/user/sign-in/tg-auth-in': { reason: 'the same', missing: true },
  'POST /api/user/profile/telegram/start': { reason: 'the same', missing: true },
  'POST /api/user/profile/telegram/link': { reason: 'the same', missing: true },
  'POST /api/user/profile/totp/recovery-codes': {
    reason: 'there is no second factor to have codes for',
    missing: true,
  },
  'POST /api/bots/:key/permissions/transfer': {
    reason: 'the owner’s alone',
    body: () => ({ account_key: 'nobody', bot_name: 'matrix_bot' }),
    missing: true,
    verdict: (access, persona) => {
      const verdict = verdictBy(access, persona);
      return verdict === 'in' && persona.permissions?.role !== 'owner' ? 'AccessDenied' : verdict;
    },
  },
  'POST /api/bots/:key/permissions/leave': {
    reason: 'the owner has nothing to give back; for others it is the last thing they do',
    last: 1,
    verdict: (access, persona) => (persona.permissions?.role === 'owner' ? 'AccessDenied' : verdictBy(access, persona)),
  },
  'POST /api/user/sign-in/logout': { reason: 'nobody is signed in after it', last: 2 },
};

/** Answers that caches may keep, and why; all others carry `no-store`. */
const cacheableAnswers: Record<string, string> = {
  'GET /api/bots/:key/photo': 'a picture that is public in Telegram, kept by the browser alone: private, an hour',
  'GET /.well-known/jwks.json': 'public keys',
  'GET /api/news/covers/:file': 'pictures of the product',
  'OPTIONS /hit': 'the preflight of pages of other sites, which is the same for all',
  'OPTIONS /hit/*': 'the same',
  'GET /botscope-miniapp.tgz': 'an npm package, the same for all',
  'GET /botscope-site.tgz': 'the same',
  'GET /share/:token': 'the page, not what it shows: requested again every time',
};

/** Holders of one key are refused by one rule: of the routes that are not theirs, each asks every sixth one. */
const refusedEvery = byRunLength({ regular: 6, long: 1 });

let server: TestServer;
let botKey: string;
let personas: Persona[];
let routes: RouteEntry[];
beforeAll(async () => {
  server = await startTestServer({ ROLES: 'ingest,api' });
  ({ botKey, personas } = await startPersonas(server));
  const all = server.app.routeList;
  const gets = new Map(all.filter(({ method }) => method === 'GET').map(({ url, access }) => [url, access]));
  // HEAD needs the same access as GET.
  routes = all.filter(({ method, url, access }) => method !== 'HEAD' || gets.get(url) !== access);
});
afterAll(() => server.close());

const buildAddress = (url: string): string =>
  url
    .replace(numbered, (part) => part.replace(':id', '987654321'))
    .replaceAll(/:(\w+)|\*/g, (part, name: string | undefined) => {
      const sample = name === 'key' ? botKey : samples[name ?? part];
      if (sample === undefined) throw new Error(`${url}: no sample for ${part}; add one to the matrix`);
      return sample;
    });

describe('the table of routes', () => {
  it('has no public route without a reason', () => {
    const open = routes.filter(({ access }) => access === 'visitor').map(nameOf);
    const unexplained = open.filter((name) => !(name in publicRoutes) && !publicFile.test(name));
    expect(unexplained).toEqual([]);
    expect(Object.keys(publicRoutes).filter((name) => !open.includes(name))).toEqual([]);
  });

  it('has an exception for no route that is not there', () => {
    const names = routes.map(nameOf);
    expect(Object.keys(exceptions).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('has no call of the API whose cost nothing bounds', () => {
    const unlimitedRoutes = routes.filter(
      ({ method, url, turn, access }) =>
        url.startsWith('/api/') && turn === undefined && access !== 'bot' && method !== 'HEAD',
    );
    // A small file of the product, as it is; and a way on to a page, which asks the store nothing.
    expect(unlimitedRoutes.map(nameOf).sort()).toEqual([
      'GET /api/news/covers/:file',
      'GET /api/user/sign-in/activation',
    ]);
    const heavy =
      /^\/api\/(reports\/|share\/:token$|bots\/:key\/(targets|target-test|conversions|custom-fields$|users|mini-apps\/:app_id\/numbers$|websites\/:site_id\/numbers$|integrations\/preview$|integrations\/:integration_key\/backfill$)(\/|$))/;
    const ownLimits = ['files', 'stream'];
    // Writing to a user, who answers the chat, notes and mailings are rows of the metadata store.
    const ofUser =
      /\/users\/:user_id\/(takeover|messages\/|notes|responsible$|mailing-|unsubscription$|unsubscribe$|subscribe-again$)/;
    const isLight = (name: string) => ofUser.test(name) || /^(?!GET ).*\/users\/:user_id\/messages$/.test(name);
    const pickTurn = (route: RouteEntry) =>
      heavy.test(route.url) && !isLight(nameOf(route)) && !ownLimits.includes(route.turn ?? '')
        ? 'questions'
        : route.turn;
    const misplaced = routes.filter((route) => route.turn !== pickTurn(route) && route.method !== 'DELETE');
    expect(misplaced.map(nameOf)).toEqual([]);
  });

  it('names a bot wherever rights on a bot are demanded, and nowhere asks for nothing of it', () => {
    const withoutRights = ['visitor', 'account', 'operator', 'bot'];
    const mismatches = routes.filter(
      ({ url, access = '' }) => url.startsWith('/api/') && url.includes('/:key') === withoutRights.includes(access),
    );
    expect(mismatches.map(nameOf)).toEqual([]);
  });
});

describe('every persona at every route', () => {
  /** Returns one line per deviation. */
  const wrongAt = async (route: RouteEntry): Promise<string[]> => {
    const { method, url, access = 'visitor' } = route;
    const { body, query, verdict = verdictBy, missing, skipped } = exceptions[nameOf(route)] ?? {};
    if (skipped) return [];
    const isBots = verdict(access, { name: '', cookie: 'x', permissions: null, isSingle: false }) === 'NotFound';
    // A slice may answer NotFound to an admitted caller.
    const mayMiss = missing || /:(?!key\b)\w+|\*/.test(url);
    const address = `${buildAddress(url)}${query?.(botKey) ?? ''}`;
    const askers = personas.filter(
      (persona, number) =>
        !persona.isSingle ||
        (isBots && (verdict(access, persona) === 'in' || (number + routes.indexOf(route)) % refusedEvery === 0)),
    );
    const lines = await Promise.all(
      askers.map(async (persona) => {
        const { cookie, name } = persona;
        const result = await ask(server, {
          method,
          url: address,
          cookie,
          body: body?.(botKey),
          isStream: url.endsWith('/live'),
        });
        const mayBeKept =
          nameOf(route) in cacheableAnswers || (publicFile.test(nameOf(route)) && !url.startsWith('/api'));
        if (!mayBeKept && !result.cache.includes('no-store')) return `${name}: may be kept (${result.cache})`;
        const expectedVerdict = verdict(access, persona);
        if (expectedVerdict === null)
          return [401, 403, 404].includes(result.status) ? null : `${name}: ${result.status}`;
        if (result.status === 500) return `${name}: ${result.status} ${result.code}`;
        const isFine =
          result.verdict === expectedVerdict || (expectedVerdict === 'in' && mayMiss && result.verdict === 'NotFound');
        return isFine ? null : `${name}: ${result.verdict} (${result.status} ${result.code}), not ${expectedVerdict}`;
      }),
    );
    return lines.filter((line) => line !== null).map((line) => `${nameOf(route)}  ${line}`);
  };

  it('is let in or refused as the route declares', async () => {
    const ends = (route: RouteEntry) => exceptions[nameOf(route)]?.last ?? 0;
    const failures: string[] = [];
    for (const route of [...routes].sort((one, other) => ends(one) - ends(other)))
      failures.push(...(await wrongAt(route)));
    expect(failures).toEqual([]);
    // Some 6,000 requests: 30 s of processor time, most of it in the embedded store, which looks up the session.
  }, 240_000);
});
