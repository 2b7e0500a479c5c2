import { type Account, api } from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Grants, grantsReader, permissionsFor, permitted, signedIn } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { historyLock } from '../bot-settings/bot-settings.ts';
import { defineFeature } from '../feature.ts';
import type { Instances } from '../instances/instances.ts';
import { type BotRow, type Bots, createBots, presentBot } from './bots.ts';

type Needs = Platform & { recordAudit: RecordAudit; store: EventStore; instances: Instances };

/** Bots, their keys and their secrets. */
export const bots = defineFeature({
  name: 'bots',
  tables: ['bots'],
  create({ bus, config, instances, logger, metadata, recordAudit, store }: Needs) {
    const bots = createBots({ metadata, secret: config.appSecret, logger, bus });
    // The lock keeps the deletion apart from a second reading of the bot's launches: its copies would outlive the bot.
    const forget = (key: string) => metadata.withLock(historyLock(key), () => store.deleteBot(key));
    return {
      offers: { bots },
      routes: (http) => registerBots(http, { bots, grantsOf: grantsReader(metadata.db), record: recordAudit }),
      jobs: [
        {
          name: 'forget-removed-bots',
          schedule: '*/10 * * * *',
          run: async () => ({ bots: await bots.forgetRemoved(forget, instances.haveStored) }),
        },
      ],
      close: bots.close,
    };
  },
});

function registerBots(
  http: Http<BotRow>,
  deps: { bots: Bots; grantsOf: (account: Account | null) => Promise<Grants>; record: RecordAudit },
): void {
  const { bots, grantsOf, record } = deps;

  http.on(api.checkBotName, async ({ account, query }) => {
    // Another account's entry without a token does not keep the bot's owner out: the token decides.
    const entry = await bots.byName(query.bot_name);
    const mayYield = entry !== null && entry.token_sealed === null && !entry.is_demo;
    if (!mayYield || entry.account_key === account?.key) await bots.assertNameFree(query.bot_name);
    return { bot_name: query.bot_name };
  });
  http.on(api.listBots, async ({ account }) => {
    const grants = await grantsOf(account);
    const visibleBots = await bots.shownTo(signedIn(account).key, [...grants.keys()]);
    return visibleBots.map((bot) => presentBot(bot, permissionsFor(account, bot, grants)));
  });
  http.on(api.getBot, ({ bot, permissions }) => presentBot(permitted(bot), permitted(permissions)));
  http.on(api.pauseBot, async (call) => {
    const { key } = permitted(call.bot);
    const { paused } = call.body;
    const bot = await bots.pause(key, paused);
    await record(call, paused ? 'bot_paused' : 'bot_resumed');
    return presentBot(bot, permitted(call.permissions));
  });
  http.on(api.rotateApiKey, async (call) => {
    const answer = { api_key: await bots.rotateApiKey(permitted(call.bot).key) };
    await record(call, 'api_key_rotated');
    return answer;
  });
  http.live('/bots/:key/live', 'member', ({ bot, permissions, send, end }) => {
    const [shownBot, rights] = [permitted(bot), permitted(permissions)];
    send('bot', presentBot(shownBot, rights));
    return bots.watch(shownBot.key, (row) => (row === null ? end() : send('bot', presentBot(row, rights))));
  });
}
