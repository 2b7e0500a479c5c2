import { type Account, api, type Bot, type Held } from '@botscope/contract';
import { type Grants, ownerHeld, permit, permitted, signedIn } from '../access/access.ts';
import type { Attempts } from '../accounts/accounts.ts';
import { type BotRow, type Bots, presentBot } from '../bots/bots.ts';
import { AppError } from '../errors.ts';
import type { Http } from '../http/http.ts';
import type { Connections } from './connections.ts';
import type { Health } from './health-check.ts';

export function registerConnections(
  http: Http<BotRow>,
  deps: {
    bots: Pick<Bots, 'byKey'>;
    grantsOf: (account: Account | null) => Promise<Grants>;
    connections: Connections;
    health: Pick<Health, 'checkNow' | 'repair'>;
    /** Whatever makes us send requests on somebody's behalf counts for his account. */
    attempts: Pick<Attempts, 'take'>;
  },
): void {
  const { bots, grantsOf, connections, health, attempts } = deps;
  /** A bot that the body names, not the path. */
  const managed = async (account: Account | null, key: string): Promise<BotRow> =>
    permit(account, await bots.byKey(key), 'secure.manage', await grantsOf(account)).bot;

  http.on(api.addBot, async ({ account, body }) => {
    if (body.connection_type !== 'api') await attempts.take({ 'connect:account': signedIn(account).key });
    const added = await connections.add(signedIn(account).key, body);
    return { bot: presentBot(added.bot, ownerHeld), api_key: added.apiKey };
  });
  http.on(api.checkToken, async ({ account, body }) => {
    const { key } = signedIn(account);
    await attempts.take({ 'check-token:account': key });
    return connections.checkToken(key, body.token, body.bot_name);
  });
  http.on(api.testWebhook, async ({ account, body }) => {
    await attempts.take({ 'test-webhook:account': signedIn(account).key });
    const of = body.key === undefined ? null : await managed(account, body.key);
    return connections.testWebhook(body.webhook, body.secret_token, of);
  });
  http.on(api.renameBot, async ({ bot, held, body }) =>
    present(held, await connections.rename(permitted(bot), body.bot_name)),
  );
  http.on(api.removeBot, async ({ bot, body }) => {
    if (body.bot_name !== permitted(bot).bot_name) throw new AppError('InvalidField', { field: 'bot_name' });
    await connections.remove(permitted(bot));
    return null;
  });
  http.on(api.getConnection, ({ bot }) => connections.present(permitted(bot)));
  http.on(api.setConnection, async ({ account, bot, body }) => {
    await attempts.take({ 'connect:account': signedIn(account).key });
    return connections.present(await connections.setIncoming(permitted(bot), body));
  });
  http.on(api.setOutgoing, async ({ bot, body }) =>
    connections.present(await connections.setOutgoing(permitted(bot), body.delivery_method_send)),
  );
  http.on(api.setToken, async ({ account, bot, held, body }) => {
    await attempts.take({ 'connect:account': signedIn(account).key });
    return present(held, await connections.setToken(permitted(bot), body.token));
  });
  http.on(api.removeToken, async ({ bot, held }) => present(held, await connections.removeToken(permitted(bot))));
  http.on(api.checkHealth, async ({ account, bot, held }) => {
    await attempts.take({ 'check-bot:account': signedIn(account).key });
    return present(held, await health.checkNow(permitted(bot).key));
  });
  http.on(api.repair, async ({ account, bot, held, body }) => {
    await attempts.take({ 'check-bot:account': signedIn(account).key });
    return present(held, await health.repair(permitted(bot).key, body.problem));
  });
}

const present = (held: Held | null, bot: BotRow): Bot => presentBot(bot, permitted(held));
