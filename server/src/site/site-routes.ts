import { type Account, api, tariffs } from '@botscope/contract';
import { type Grants, heldOn } from '../access/access.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { type BotRow, type Bots, presentBot } from '../bots/bots.ts';
import type { Http } from '../http/http.ts';

/** Reports and bills are in roubles until the account chooses otherwise. */
const DEFAULT_CURRENCY = 'RUB';

/** The first call of every page: who am I, which bots may I see. */
export function registerSite(
  http: Http<BotRow>,
  deps: {
    accounts: Pick<Accounts, 'count'>;
    bots: Pick<Bots, 'shownTo' | 'byKey'>;
    grantsOf: (account: Account | null) => Promise<Grants>;
    mail: 'smtp' | 'log';
    demoBotKey: string | null;
    csrfToken: (accountKey: string | null) => string;
  },
): void {
  http.on(api.init, async ({ account }) => {
    const grants = await deps.grantsOf(account);
    const shown = account === null ? [] : await deps.bots.shownTo(account.key, [...grants.keys()]);
    const demo = deps.demoBotKey === null ? null : await deps.bots.byKey(deps.demoBotKey);
    return {
      user: account,
      tariffs: tariffs.map(({ id, name, type, price, currency }) => ({ id, name, type, price, currency })),
      bots: Object.fromEntries(shown.map((bot) => [bot.key, presentBot(bot, heldOn(account, bot, grants))])),
      notify: [],
      csrf: deps.csrfToken(account?.key ?? null),
      currency: account?.currency ?? DEFAULT_CURRENCY,
      demo: demo === null ? null : presentBot(demo, heldOn(account, demo, grants)),
      mail: deps.mail,
      fresh: account === null && (await deps.accounts.count()) === 0,
    };
  });
}
