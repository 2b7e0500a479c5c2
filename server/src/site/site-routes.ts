import { type Account, api, type Init, type OutsideServices, tariffs } from '@botscope/contract';
import type { FastifyRequest } from 'fastify';
import { type Grants, heldOn } from '../access/access.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { type BotRow, type Bots, presentBot } from '../bots/bots.ts';
import type { Http } from '../http/http.ts';

/** Reports and bills are in roubles until the account chooses otherwise. */
const DEFAULT_CURRENCY = 'RUB';

/** What an invitation link came to; what the account must know of it is said in `notify`. */
type Accepted = Pick<Init, 'invitation' | 'notify'>;
const notInvited: Accepted = { invitation: null, notify: [] };

/** The first call of every page: who am I, which bots may I see. */
export function registerSite(
  http: Http<BotRow>,
  deps: {
    accounts: Pick<Accounts, 'count'>;
    bots: Pick<Bots, 'shownTo' | 'byKey'>;
    grantsOf: (account: Account | null) => Promise<Grants>;
    /** Whom the bots of others belong to, by bot key. */
    ownersFor: (account: Account) => Promise<Init['owners']>;
    mail: 'smtp' | 'log';
    demoBotKey: string | null;
    csrfToken: (accountKey: string | null) => string;
    services: OutsideServices;
    telegramLogin: Init['telegram_login'];
    /** How many posts the account has not opened; never waits for anybody outside. */
    unreadNews: (account: Account) => Promise<number>;
    /** Uses the link for an account, shows it to a visitor. Before the bots are read: the new one is among them. */
    acceptInvitation?: (question: {
      account: Account | null;
      /** Undefined: the page was opened without a link. What waits for the account's e-mail is used all the same. */
      token: string | undefined;
      lang: string | undefined;
      raw: FastifyRequest;
    }) => Promise<Accepted>;
    /** Shown as toasts, in the language of the page. */
    noticesOf?: (account: Account, language: string | undefined) => Promise<Init['notify']>;
  },
): void {
  const { acceptInvitation, noticesOf } = deps;

  http.on(api.init, async ({ account, query: { invite_token: token, lang }, raw }) => {
    const accepted = (await acceptInvitation?.({ account, token, lang, raw })) ?? notInvited;
    const grants = await deps.grantsOf(account);
    const shown = account === null ? [] : await deps.bots.shownTo(account.key, [...grants.keys()]);
    const demo = deps.demoBotKey === null ? null : await deps.bots.byKey(deps.demoBotKey);
    const notices = account === null || noticesOf === undefined ? [] : await noticesOf(account, lang);
    return {
      user: account,
      tariffs: tariffs.map(({ id, name, type, price, currency }) => ({ id, name, type, price, currency })),
      bots: Object.fromEntries(shown.map((bot) => [bot.key, presentBot(bot, heldOn(account, bot, grants))])),
      owners: account === null ? {} : await deps.ownersFor(account),
      notify: [...accepted.notify, ...notices],
      csrf: deps.csrfToken(account?.key ?? null),
      currency: account?.currency ?? DEFAULT_CURRENCY,
      demo: demo === null ? null : presentBot(demo, heldOn(account, demo, grants)),
      mail: deps.mail,
      fresh: account === null && (await deps.accounts.count()) === 0,
      invitation: accepted.invitation,
      news_unread: account === null ? 0 : await deps.unreadNews(account),
      services: deps.services,
      telegram_login: deps.telegramLogin,
    };
  });
}
