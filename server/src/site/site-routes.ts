import { api, tariffs } from '@botscope/contract';
import { permissionsOn } from '../access/access.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { type BotRow, type Bots, presentBot } from '../bots/bots.ts';
import type { Http } from '../http/http.ts';

/** Reports and bills are in roubles until the account chooses otherwise. */
const DEFAULT_CURRENCY = 'RUB';

/** The first call of every page: who am I, what are my bots. */
export function registerSite(
  http: Http<BotRow>,
  deps: {
    accounts: Pick<Accounts, 'count'>;
    bots: Pick<Bots, 'ofAccount' | 'byKey'>;
    mail: 'smtp' | 'log';
    demoBotKey: string | null;
    csrfToken: (accountKey: string | null) => string;
  },
): void {
  http.on(api.init, async ({ account }) => {
    const own = account === null ? [] : await deps.bots.ofAccount(account.key);
    const demo = deps.demoBotKey === null ? null : await deps.bots.byKey(deps.demoBotKey);
    return {
      user: account,
      tariffs: tariffs.map(({ id, name, type, price, currency }) => ({ id, name, type, price, currency })),
      bots: Object.fromEntries(own.map((bot) => [bot.key, presentBot(bot, permissionsOn(account, bot))])),
      notify: [],
      csrf: deps.csrfToken(account?.key ?? null),
      currency: account?.currency ?? DEFAULT_CURRENCY,
      demo: demo === null ? null : presentBot(demo, permissionsOn(account, demo)),
      mail: deps.mail,
      fresh: account === null && (await deps.accounts.count()) === 0,
    };
  });
}
