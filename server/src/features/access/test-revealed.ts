import type { PermissionKey } from '@botscope/contract';
import { permissionKeys } from '@botscope/contract';
import type { TestServer } from '../../roles/test-server.ts';
import { grantColumns } from './given.ts';

/** The colleague with all permissions; the others are `without <key>` and `only <key>`. */
export const everything = 'everything';

interface Question {
  /** Below the bot; `/reports/…` has the bot between. */
  url: string;
  body?: object;
}

interface Answer {
  status: number;
  error: { code: string; field?: string; message: string } | undefined;
  data: unknown;
  text: string;
}

export interface RevealedWorld {
  botKey: string;
  apiKey: string;
  /** `route` begins with the method. */
  ask(persona: string, route: string, question: Question): Promise<Answer>;
  /** A colleague with some permissions. */
  add(name: string, keys: readonly PermissionKey[]): Promise<void>;
}

/** A bot and colleagues who lack one permission, or have one alone. */
export async function createRevealedWorld(
  server: TestServer,
  personas: { without: readonly PermissionKey[]; only?: readonly PermissionKey[] },
): Promise<RevealedWorld> {
  const { accounts, bots, metadata } = server.services;
  const cookies = new Map<string, string>();
  const signIn = async (name: string): Promise<string> => {
    const id = name.replaceAll(/\W/g, '_');
    await metadata.db
      .insertInto('accounts')
      .values({ id, email: `${id}@example.com`, email_verified: true })
      .execute();
    const caller = { headers: { 'user-agent': 'revealed' }, address: '203.0.113.9', device: null };
    const { cookies: set } = await accounts.openSession(id, caller, { remember: true, how: 'password' });
    cookies.set(name, set.map((cookie) => cookie.split(';', 1)[0]).join('; '));
    return id;
  };
  await signIn('owner');
  const { bot, apiKey } = await bots.add('owner', 'revealed_bot');
  const add = async (name: string, keys: readonly PermissionKey[]): Promise<void> => {
    const account = await signIn(name);
    const grant = grantColumns({ role: null, keys: [...keys], reports: [] });
    await metadata.db
      .insertInto('grants')
      .values({ bot_key: bot.key, account_key: account, ...grant })
      .execute();
  };
  await add(everything, permissionKeys);
  for (const key of personas.without) {
    await add(
      `without ${key}`,
      permissionKeys.filter((one) => one !== key),
    );
  }
  for (const key of personas.only ?? []) await add(`only ${key}`, [key]);

  return {
    botKey: bot.key,
    apiKey,
    add,
    async ask(persona, route, { url, body }) {
      const [method = ''] = route.split(' ', 1);
      const path = url.startsWith('/reports/') ? `/reports/${bot.key}${url.slice(8)}` : `/bots/${bot.key}${url}`;
      const answer = await server.app.inject({
        method: method as 'GET',
        url: `/api${path}`,
        remoteAddress: '203.0.113.9',
        headers: { cookie: cookies.get(persona) ?? '', 'user-agent': 'revealed' },
        ...(body && { payload: body }),
      });
      const isJson = String(answer.headers['content-type']).includes('json');
      const read = isJson && answer.body.startsWith('{"status"') ? JSON.parse(answer.body) : {};
      return { status: answer.statusCode, error: read.errors?.[0], data: read.data, text: answer.body };
    },
  };
}
