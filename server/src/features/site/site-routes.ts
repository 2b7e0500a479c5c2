import { type Account, api, type Init, type OutsideServices, tariffs } from '@botscope/contract';
import type { FastifyRequest } from 'fastify';
import type { Http } from '../../platform/http/http.ts';
import { type Grants, permissionsFor, signedIn } from '../access/access.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { type BotRow, type Bots, presentBot } from '../bots/bots.ts';

/** Reports and bills are in roubles until the account chooses otherwise. */
const defaultCurrency = 'RUB';

export interface SiteDeps {
  accounts: Pick<Accounts, 'count'>;
  bots: Pick<Bots, 'shownTo' | 'byKey'>;
  grantsOf: (account: Account | null) => Promise<Grants>;
  /** Owners of the bots that belong to others, by bot key. */
  ownersFor: (account: Account) => Promise<Init['owners']>;
  mail: 'smtp' | 'log';
  demoBotKey: string | null;
  csrfToken: (accountKey: string | null) => string;
  services: OutsideServices;
  telegramLogin: Init['telegram_login'];
  /** Counts posts that the account has not opened; never waits for another service. */
  unreadNews: (account: Account) => Promise<number>;
  arrivals: {
    /** Shows what a link offers; `notify` has what the user must know. */
    preview(question: {
      account: Account | null;
      /** Undefined: the page was opened without a link. */
      token: string | undefined;
      lang: string | undefined;
    }): Promise<Pick<Init, 'invitation' | 'notify' | 'invitations_waiting'>>;
    accept(question: {
      account: Account;
      token: string | undefined;
      lang: string | undefined;
      raw: FastifyRequest;
    }): Promise<Pick<Init, 'invitation' | 'notify'>>;
  };
}

/** The first call of every page: who am I, which bots may I see. */
export function registerSite(http: Http<BotRow>, deps: SiteDeps): void {
  http.on(api.init, async ({ account, query: { invite_token: token, lang } }) => {
    const { invitation, notify, invitations_waiting } = await deps.arrivals.preview({ account, token, lang });
    const grants = await deps.grantsOf(account);
    const [visibleBots, owners, unread, demo, accounts] = await Promise.all([
      account === null ? [] : deps.bots.shownTo(account.key, [...grants.keys()]),
      account === null ? {} : deps.ownersFor(account),
      account === null ? 0 : deps.unreadNews(account),
      deps.demoBotKey === null ? null : deps.bots.byKey(deps.demoBotKey),
      account === null ? deps.accounts.count() : null,
    ]);
    return {
      user: account,
      tariffs: tariffs.map(({ id, name, type, price, currency }) => ({ id, name, type, price, currency })),
      bots: Object.fromEntries(
        visibleBots.map((bot) => [bot.key, presentBot(bot, permissionsFor(account, bot, grants))]),
      ),
      owners,
      notify,
      csrf: deps.csrfToken(account?.key ?? null),
      currency: account?.currency ?? defaultCurrency,
      demo: demo === null ? null : presentBot(demo, permissionsFor(account, demo, grants)),
      mail: deps.mail,
      fresh: accounts === 0,
      invitation,
      invitations_waiting,
      news_unread: unread,
      services: deps.services,
      telegram_login: deps.telegramLogin,
    };
  });
  http.on(api.acceptInvitation, async ({ account, body: { invite_token: token, lang }, raw }) => {
    return deps.arrivals.accept({ account: signedIn(account), token, lang, raw });
  });
}
