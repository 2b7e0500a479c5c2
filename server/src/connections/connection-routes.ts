import { type Account, api, type Bot } from '@botscope/contract';
import { permissionsOn, permit, permitted, signedIn } from '../access/access.ts';
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
    connections: Connections;
    health: Pick<Health, 'checkNow' | 'repair'>;
    /** Whatever makes us send requests on somebody's behalf counts for his account. */
    attempts: Pick<Attempts, 'take'>;
  },
): void {
  const { bots, connections, health, attempts } = deps;

  http.on(api.addBot, async ({ account, body }) => {
    if (body.connection_type !== 'api') await attempts.take({ 'connect:account': signedIn(account).key });
    const added = await connections.add(signedIn(account).key, body);
    return { bot: present(account, added.bot), api_key: added.apiKey };
  });
  http.on(api.checkToken, async ({ account, body }) => {
    const { key } = signedIn(account);
    await attempts.take({ 'check-token:account': key });
    return connections.checkToken(key, body.token, body.bot_name);
  });
  http.on(api.testWebhook, async ({ account, body }) => {
    await attempts.take({ 'test-webhook:account': signedIn(account).key });
    const of = body.key === undefined ? null : permit(account, await bots.byKey(body.key), 'secure.manage');
    return connections.testWebhook(body.webhook, body.secret_token, of);
  });
  http.on(api.renameBot, async ({ account, bot, body }) =>
    present(account, await connections.rename(permitted(bot), body.bot_name)),
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
  http.on(api.setToken, async ({ account, bot, body }) => {
    await attempts.take({ 'connect:account': signedIn(account).key });
    return present(account, await connections.setToken(permitted(bot), body.token));
  });
  http.on(api.removeToken, async ({ account, bot }) => present(account, await connections.removeToken(permitted(bot))));
  http.on(api.checkHealth, async ({ account, bot }) => {
    await attempts.take({ 'check-bot:account': signedIn(account).key });
    return present(account, await health.checkNow(permitted(bot).key));
  });
  http.on(api.repair, async ({ account, bot, body }) => {
    await attempts.take({ 'check-bot:account': signedIn(account).key });
    return present(account, await health.repair(permitted(bot).key, body.problem));
  });
}

const present = (account: Account | null, bot: BotRow): Bot => presentBot(bot, permissionsOn(account, bot));
