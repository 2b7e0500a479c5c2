import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Permissions } from '@botscope/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

const cookie = 'botscope.demo';
/** As long as what a visitor keeps in the demo, seconds. */
const lifetimeS = 86_400;

const current = new AsyncLocalStorage<string | undefined>();

/**
 * The visitor of the demo for whom the present work is done: '' before they have saved anything, undefined for all other
 * work. Rows of visitors are shown, made and limited by it alone (visitor-rows.ts).
 */
export const currentVisitor = (): string | undefined => current.getStore();

/** Everything that `work` starts, in any number of steps, is done for this visitor, or for none (undefined). */
export const runAsVisitor = <Result>(visitor: string | undefined, work: () => Result): Result =>
  current.run(visitor, work);

/** Takes the items for the visitor: a step of a generator runs in the context of the one who takes it. */
export async function* iterateAsVisitor<Item>(
  visitor: string | undefined,
  items: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await runAsVisitor(visitor, () => iterator.next());
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** True for a caller who looks at the demo without being a member of that bot. */
export const isVisitor = ({ bot, permissions }: { bot: { is_demo: boolean }; permissions: Permissions }): boolean =>
  bot.is_demo && permissions.role === null;

/** Identifies a visitor: an account by its key, a browser by a cookie that it gets with the first thing it saves. */
export function identifyVisitor(account: { key: string } | null, request: Pick<FastifyRequest, 'cookies'>): string {
  if (account !== null) return account.key;
  const cookieValue = request.cookies[cookie] ?? '';
  return /^[0-9a-f]{32}$/.test(cookieValue) ? cookieValue : '';
}

/** Makes a browser known. */
export function welcomeVisitor(reply: FastifyReply, https: boolean): string {
  const visitor = randomBytes(16).toString('hex');
  void reply.setCookie(cookie, visitor, {
    path: '/api',
    httpOnly: true,
    sameSite: 'lax',
    secure: https,
    maxAge: lifetimeS,
  });
  return visitor;
}
