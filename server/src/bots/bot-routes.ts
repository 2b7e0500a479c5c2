import { type Account, api, type Bot } from '@botscope/contract';
import { permissionsOn } from '../access/access.ts';
import { AppError } from '../errors.ts';
import type { Http } from '../http/http.ts';
import type { BotErrors } from './bot-errors.ts';
import { type BotRow, type Bots, presentBot } from './bots.ts';

export function registerBots(http: Http<BotRow>, deps: { bots: Bots; botErrors: BotErrors }): void {
  const { bots, botErrors } = deps;

  http.on(api.checkBotName, async ({ query }) => {
    await bots.assertNameFree(query.bot_name);
    return { bot_name: query.bot_name };
  });
  http.on(api.addBot, async ({ account, body }) => {
    const added = await bots.add(signedIn(account).key, body.bot_name);
    return { bot: present(account, added.bot), api_key: added.apiKey };
  });
  http.on(api.listBots, async ({ account }) =>
    (await bots.ofAccount(signedIn(account).key)).map((bot) => present(account, bot)),
  );
  http.on(api.getBot, ({ account, bot }) => present(account, permitted(bot)));
  http.on(api.renameBot, async ({ account, bot, body }) =>
    present(account, await bots.rename(permitted(bot).key, body.bot_name)),
  );
  http.on(api.removeBot, async ({ bot, body }) => {
    const { key, bot_name } = permitted(bot);
    if (body.bot_name !== bot_name) throw new AppError('InvalidField', { field: 'bot_name' });
    await bots.remove(key);
    return null;
  });
  http.on(api.rotateApiKey, async ({ bot }) => ({ api_key: await bots.rotateApiKey(permitted(bot).key) }));
  http.on(api.botErrors, ({ bot }) => botErrors.list(permitted(bot).key));
  // Open streams would hold up a graceful stop.
  const open = new Set<() => void>();
  http.app.addHook('preClose', async () => {
    for (const end of open) end();
  });
  http.stream('/bots/:key/live', 'report.view', async ({ account, bot, raw, reply }) => {
    reply.hijack();
    const { raw: response } = reply;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    const send = (changed: BotRow): void => {
      response.write(`event: bot\ndata: ${JSON.stringify(present(account, changed))}\n\n`);
    };
    send(bot);
    const unwatch = bots.watch(bot.key, (changed) => (changed === null ? response.end() : send(changed)));
    // A comment now and then keeps proxies from closing an idle stream.
    const beat = setInterval(() => response.write(': beat\n\n'), 25_000);
    const end = (): void => void response.end();
    open.add(end);
    const stop = (): void => {
      open.delete(end);
      unwatch();
      clearInterval(beat);
    };
    raw.raw.once('close', stop);
    response.once('close', stop);
  });
}

function signedIn(account: Account | null): Account {
  if (account === null) throw new AppError('NotSignedIn');
  return account;
}

function permitted(bot: BotRow | null): BotRow {
  if (bot === null) throw new AppError('NotFound');
  return bot;
}

const present = (account: Account | null, bot: BotRow): Bot => presentBot(bot, permissionsOn(account, bot));
