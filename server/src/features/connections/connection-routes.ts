import { type Account, api, type Bot, findTariff, type Permissions } from '@botscope/contract';
import type { Attempts } from '../../platform/attempts.ts';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { type Grants, ownerPermissions, permit, permitted, signedIn } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { type BotRow, type Bots, presentBot } from '../bots/bots.ts';
import type { Connections } from './connections.ts';
import type { Health } from './health-check.ts';

export function registerConnections(
  http: Http<BotRow>,
  deps: {
    bots: Pick<Bots, 'byKey' | 'ofAccount'>;
    grantsOf: (account: Account | null) => Promise<Grants>;
    connections: Connections;
    health: Pick<Health, 'checkNow' | 'repair'>;
    /** Calls that make us send requests on a user's behalf count for that user's account. */
    attempts: Pick<Attempts, 'take'>;
    record: RecordAudit;
  },
): void {
  const { bots, grantsOf, connections, health, attempts, record } = deps;
  /** A bot that the body names, not the path. */
  const managed = async (account: Account | null, key: string): Promise<BotRow> =>
    permit(account, await bots.byKey(key), 'secure.manage', await grantsOf(account)).bot;

  http.on(api.addBot, async ({ account, raw, body }) => {
    const { key, tariff } = signedIn(account);
    const { bots: maxBots } = findTariff(tariff);
    if (maxBots !== null && (await bots.ofAccount(key)).length >= maxBots) throw new AppError('NotAllowOnTariff');
    await attempts.take({ 'add-bot:account': key, ...(body.connection_type !== 'api' && { 'connect:account': key }) });
    const creation = await connections.add(key, body);
    const { bot_name: name, connection_type: type } = creation.bot;
    await record({ account, bot: creation.bot, raw }, 'bot_added', { name, type });
    return { bot: presentBot(creation.bot, ownerPermissions), api_key: creation.apiKey };
  });
  http.on(api.checkToken, async ({ account, body }) => {
    const { key } = signedIn(account);
    await attempts.take({ 'check-token:account': key });
    return connections.checkToken(key, body.token, body.bot_name);
  });
  http.on(api.testWebhook, async ({ account, body }) => {
    await attempts.take({ 'test-webhook:account': signedIn(account).key });
    const managedBot = body.key === undefined ? null : await managed(account, body.key);
    return connections.testWebhook(body.webhook, body.secret_token, managedBot);
  });
  http.on(api.renameBot, async ({ body, ...call }) => {
    const bot = permitted(call.bot);
    const renamed = await connections.rename(bot, body.bot_name);
    await record(call, 'bot_renamed', { from: bot.bot_name, name: renamed.bot_name });
    return presentFor(call.permissions, renamed);
  });
  http.on(api.removeBot, async ({ body, ...call }) => {
    const bot = permitted(call.bot);
    if (body.bot_name !== bot.bot_name) throw new AppError('InvalidField', { field: 'bot_name' });
    await connections.remove(bot);
    await record(call, 'bot_removed', { name: bot.bot_name });
    return null;
  });
  http.on(api.getConnection, ({ bot }) => connections.present(permitted(bot)));
  http.on(api.setConnection, async ({ body, ...call }) => {
    await attempts.take({ 'connect:account': signedIn(call.account).key });
    const changedBot = await connections.setIncoming(permitted(call.bot), body);
    await record(call, 'connection_changed', { what: 'incoming', type: changedBot.connection_type });
    return connections.present(changedBot);
  });
  http.on(api.setOutgoing, async ({ body, ...call }) => {
    const changedBot = await connections.setOutgoing(permitted(call.bot), body.delivery_method_send);
    await record(call, 'connection_changed', { what: 'outgoing', type: changedBot.delivery_method_send });
    return connections.present(changedBot);
  });
  http.on(api.setToken, async ({ body, ...call }) => {
    await attempts.take({ 'connect:account': signedIn(call.account).key });
    const bot = permitted(call.bot);
    const changedBot = await connections.setToken(bot, body.token);
    await record(call, bot.token_sealed === null ? 'token_added' : 'token_changed');
    return presentFor(call.permissions, changedBot);
  });
  http.on(api.removeToken, async (call) => {
    const changedBot = await connections.removeToken(permitted(call.bot));
    await record(call, 'token_deleted');
    return presentFor(call.permissions, changedBot);
  });
  http.on(api.checkHealth, async ({ account, bot, permissions }) => {
    await attempts.take({ 'check-bot:account': signedIn(account).key });
    return presentFor(permissions, await health.checkNow(permitted(bot).key));
  });
  http.on(api.repair, async ({ body, ...call }) => {
    await attempts.take({ 'check-bot:account': signedIn(call.account).key });
    const repaired = await health.repair(permitted(call.bot).key, body.problem);
    await record(call, 'connection_repaired', { problem: body.problem });
    return presentFor(call.permissions, repaired);
  });
}

const presentFor = (permissions: Permissions | null, bot: BotRow): Bot => presentBot(bot, permitted(permissions));
