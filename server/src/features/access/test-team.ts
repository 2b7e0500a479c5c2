import type { Bot, BotMembers, Given, Init, Invitation, Member } from '@botscope/contract';
import type { TestAnswer, TestVisitor } from '../../roles/test-server.ts';
import { dataOf, errorOf, startWorld, type World } from '../connections/test-world.ts';

/** A colleague with an account and a browser. */
export interface Colleague {
  email: string;
  key: string;
  browser: TestVisitor;
}

/** A bot of `owner@example.com`, and team who come to it. */
export interface Team extends World {
  botKey: string;
  /** An active account of this email, signed in. */
  colleague(email: string): Promise<Colleague>;
  /** A call below the permissions of the bot; GET without a body, DELETE by name. */
  ask(colleague: Pick<Colleague, 'browser'>, path?: string, body?: unknown): Promise<TestAnswer>;
  drop(colleague: Pick<Colleague, 'browser'>, path: string): Promise<TestAnswer>;
  /** Members and invitations as the owner sees them. */
  listed(): Promise<BotMembers>;
  /** One member as the owner sees them. */
  member(colleague: Colleague): Promise<Member | undefined>;
  /** Role of a colleague at the bot (`null` without one), or the error code. */
  opens(colleague: Pick<Colleague, 'browser'>): Promise<string>;
  /** The invitations that the owner sees, without what differs from one to the next. */
  invited(): Promise<Pick<Invitation, 'email' | 'role' | 'uses' | 'max_uses'>[]>;
  /** The owner's invitation, used by the colleague. */
  join(colleague: Colleague, given: Partial<Given>): Promise<void>;
  /** The token of a link that the owner makes. */
  token(body: Partial<Given> & { max_uses?: number; days?: number }): Promise<string>;
  /** Acts as a page: makes its first call and, when signed in, accepts. */
  init(browser: TestVisitor, token?: string): Promise<Init>;
  /** The first call alone. */
  preview(browser: TestVisitor, token?: string): Promise<Init>;
  me: Colleague;
}

/** The password of every account in these tests. */
export const password = 'correct horse battery';

export const tokenOf = (link: string): string => new URL(link).searchParams.get('invite_token') ?? '';

export async function startTeam(environment: Record<string, string> = {}): Promise<Team> {
  const world = await startWorld(environment);
  const { owner, server } = world;
  const body = { bot_name: 'shop_bot', connection_type: 'api' };
  const botKey = dataOf<{ bot: Bot }>(await owner.post('/api/bots', body)).bot.key;
  const root = `/api/bots/${botKey}/permissions`;
  const ownerKey = (await server.services.accounts.byEmail('owner@example.com'))?.key ?? '';
  const me: Colleague = { email: 'owner@example.com', key: ownerKey, browser: owner };
  const ask: Team['ask'] = ({ browser }, path = '', payload) =>
    payload === undefined ? browser.get(`${root}${path}`) : browser.post(`${root}${path}`, payload);
  const listMembers: Team['listed'] = async () => dataOf<BotMembers>(await ask(me));
  const preview: Team['preview'] = async (browser, token) =>
    dataOf<Init>(await browser.get(`/api/site/init${token === undefined ? '' : `?invite_token=${token}`}`));
  const init: Team['init'] = async (browser, token) => {
    const first = await preview(browser, token);
    if (first.user === null) return first;
    const accepted = await browser.post('/api/site/accept-invitation', { invite_token: token });
    return { ...(await preview(browser)), ...dataOf<Pick<Init, 'invitation' | 'notify'>>(accepted) };
  };
  const token: Team['token'] = async (payload) =>
    tokenOf(dataOf<{ link: string }>(await ask(me, '/invitations', payload)).link);
  return {
    ...world,
    botKey,
    me,
    ask,
    drop: ({ browser }, path) => browser.delete(`${root}${path}`),
    listed: listMembers,
    member: async ({ key }) => (await listMembers()).members.find((member) => member.account_key === key),
    async opens({ browser }) {
      const answer = await browser.get(`/api/bots/${botKey}`);
      return answer.status === 200 ? String(dataOf<Bot>(answer).role) : errorOf(answer);
    },
    invited: async () =>
      (await listMembers()).invitations.map(({ email, role, uses, max_uses }) => ({ email, role, uses, max_uses })),
    init,
    preview,
    token,
    async join({ browser }, draft) {
      await init(browser, await token(draft));
    },
    async colleague(email) {
      const { key } = await server.services.accounts.createAccount({ email, password });
      const browser = server.visitor();
      await browser.post('/api/user/sign-in/login', { identity: email, password });
      return { email, key, browser };
    },
  };
}
