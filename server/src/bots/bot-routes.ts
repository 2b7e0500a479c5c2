import { type Account, api, type Bot } from '@botscope/contract';
import { permissionsOn, permitted, signedIn } from '../access/access.ts';
import type { Http } from '../http/http.ts';
import { type BotRow, type Bots, presentBot } from './bots.ts';

export function registerBots(http: Http<BotRow>, deps: { bots: Bots }): void {
  const { bots } = deps;

  http.on(api.checkBotName, async ({ query }) => {
    await bots.assertNameFree(query.bot_name);
    return { bot_name: query.bot_name };
  });
  http.on(api.listBots, async ({ account }) =>
    (await bots.ofAccount(signedIn(account).key)).map((bot) => present(account, bot)),
  );
  http.on(api.getBot, ({ account, bot }) => present(account, permitted(bot)));
  http.on(api.rotateApiKey, async ({ bot }) => ({ api_key: await bots.rotateApiKey(permitted(bot).key) }));
  http.live('/bots/:key/live', 'report.view', ({ account, bot, send, end }) => {
    const shown = permitted(bot);
    send('bot', present(account, shown));
    return bots.watch(shown.key, (changed) => (changed === null ? end() : send('bot', present(account, changed))));
  });
}

const present = (account: Account | null, bot: BotRow): Bot => presentBot(bot, permissionsOn(account, bot));
