import {
  type Access,
  assignableRoles,
  type BotAccess,
  hasAnyAccess,
  mayRead,
  opens,
  type Permissions,
  permissionKeys,
  permissionsOfGrant,
  type ReportType,
} from '@botscope/contract';
import type { RouteEntry } from '../../platform/http/app.ts';
import type { TestServer } from '../../roles/test-server.ts';
import { ownerPermissions } from './access.ts';
import { grantColumns } from './given.ts';
import type { Grant } from './grants.ts';

/** Outcome of a request at the gate: admitted, or one of the three rejections. */
export type Verdict = 'in' | 'NotSignedIn' | 'NotFound' | 'AccessDenied';
const rejections: readonly string[] = ['NotSignedIn', 'NotFound', 'AccessDenied'] satisfies Verdict[];

/** A kind of caller. */
export interface Persona {
  name: string;
  /** '' for a visitor. */
  cookie: string;
  /** On the bot of the question; null: nothing. */
  permissions: Permissions | null;
  /** Asks only what a bot's rights decide: there are as many of these as keys. */
  isSingle: boolean;
}

/** The report that the questions name; one persona was given nothing but this one. */
export const sampleReport: ReportType = 'retention';

/** All personas of the matrix, with accounts and sessions of their own, around one bot. */
export async function startPersonas(server: TestServer): Promise<{ botKey: string; personas: Persona[] }> {
  const { accounts, bots, metadata } = server.services;
  const { db } = metadata;
  const signIn = async (id: string): Promise<string> => {
    const account = { id, email: `${id}@example.com`, email_verified: true };
    await db.insertInto('accounts').values(account).execute();
    const caller = { headers: { 'user-agent': 'matrix' }, address: '203.0.113.9', device: null };
    const { cookies } = await accounts.openSession(id, caller, { remember: true, how: 'password' });
    return cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
  };
  const ownerCookie = await signIn('owner');
  const { bot } = await bots.add('owner', 'matrix_bot');
  const give = (id: string, grant: Grant) =>
    db
      .insertInto('grants')
      .values({ bot_key: bot.key, account_key: id, ...grantColumns(grant) })
      .execute();
  const holder = async (name: string, grant: Grant, isSingle: boolean): Promise<Persona> => {
    const id = name.replaceAll(/\W/g, '_');
    const cookie = await signIn(id);
    await give(id, grant);
    return { name, cookie, permissions: permissionsOfGrant(grant), isSingle };
  };
  const outsider = async (name: string): Promise<Persona> => ({
    name,
    cookie: await signIn(name.replaceAll(/\W/g, '_')),
    permissions: null,
    isSingle: false,
  });

  const personas: Persona[] = [
    { name: 'visitor', cookie: '', permissions: null, isSingle: false },
    await outsider('stranger'),
    await outsider('owner of another bot'),
    await outsider('revoked'),
    await outsider('lapsed'),
    { name: 'owner', cookie: ownerCookie, permissions: ownerPermissions, isSingle: false },
  ];
  await bots.add('owner_of_another_bot', 'other_bot');
  await give('revoked', { role: 'manager', keys: ['permissions.manage'], reports: [] });
  await db.deleteFrom('grants').where('account_key', '=', 'revoked').execute();
  await give('lapsed', { role: 'manager', keys: [], reports: [] });
  await db
    .updateTable('grants')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('account_key', '=', 'lapsed')
    .execute();
  for (const role of assignableRoles) personas.push(await holder(role, { role, keys: [], reports: [] }, false));
  personas.push(await holder('one report', { role: null, keys: [], reports: [sampleReport] }, false));
  for (const key of permissionKeys) personas.push(await holder(key, { role: null, keys: [key], reports: [] }, true));
  // Old sessions: actions that need proof of identity must ask for it, and no persona may delete its own account.
  await db
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 3_600_000) })
    .execute();
  return { botKey: bot.key, personas };
}

/** Verdict that the declared access of a route has for a persona. */
export function verdictBy(access: Access, persona: Persona): Verdict | null {
  if (access === 'visitor') return 'in';
  if (access === 'account') return persona.cookie === '' ? 'NotSignedIn' : 'in';
  if (access === 'operator' || access === 'bot') return null;
  return botVerdict(access, persona);
}

function botVerdict(access: BotAccess, { cookie, permissions }: Persona): Verdict {
  if (cookie === '') return 'NotSignedIn';
  if (permissions === null) return 'NotFound';
  const isIn = access === 'member' ? hasAnyAccess(permissions) : opens(permissions, access);
  return isIn ? 'in' : 'AccessDenied';
}

/** Verdict for a route that reads one report: a caller that passes the gate must also be allowed that report. */
export function reportVerdict(access: Access, persona: Persona, type: ReportType = sampleReport): Verdict | null {
  const verdict = verdictBy(access, persona);
  if (verdict !== 'in' || persona.permissions === null) return verdict;
  return mayRead(persona.permissions, type) ? 'in' : 'AccessDenied';
}

export const nameOf = ({ method, url }: Pick<RouteEntry, 'method' | 'url'>): string => `${method} ${url}`;

/** Asks, and says how the gate answered; with the status for what must not happen anywhere. */
export async function ask(
  server: TestServer,
  question: { method: string; url: string; cookie: string; body: unknown; isStream: boolean },
): Promise<{ verdict: Verdict; status: number; code: string; cache: string }> {
  const { method, url, cookie, body, isStream } = question;
  const request = {
    method: method as 'GET',
    url,
    // Another machine: this one may read the metrics without a secret.
    remoteAddress: '203.0.113.9',
    headers: { 'user-agent': 'matrix', ...(cookie !== '' && { cookie }) },
    ...(method !== 'GET' && { payload: (body ?? {}) as object }),
  };
  if (isStream) {
    const answer = await server.app.inject({ ...request, payloadAsStream: true });
    if (answer.statusCode === 200) {
      answer.stream().destroy();
      return { verdict: 'in', status: 200, code: '', cache: readCacheControl(answer) };
    }
  }
  const answer = await server.app.inject(request);
  const code = parseErrorCode(answer.body);
  const verdict = rejections.includes(code) ? (code as Verdict) : 'in';
  return { verdict, status: answer.statusCode, code, cache: readCacheControl(answer) };
}

const readCacheControl = ({ headers }: { headers: Readonly<Record<string, unknown>> }): string =>
  String(headers['cache-control'] ?? '');

function parseErrorCode(text: string): string {
  try {
    return (JSON.parse(text) as { errors?: { code: string }[] }).errors?.[0]?.code ?? '';
  } catch {
    return '';
  }
}
