import { csrfToken } from '../../platform/http/csrf.ts';
import type { Platform } from '../../platform/platform.ts';
import { grantsReader } from '../access/access.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Bots } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import type { News } from '../news/news.ts';
import type { TelegramLogin } from '../telegram-login/telegram-login.ts';
import { registerSite, type SiteDeps } from './site-routes.ts';

type Needs = Platform & {
  accounts: Accounts;
  arrivals: SiteDeps['arrivals'];
  bots: Bots;
  news: News;
  ownersFor: SiteDeps['ownersFor'];
  telegramLogin: TelegramLogin;
};

/** The first call of every page. */
export const site = defineFeature({
  name: 'site',
  publicRoutes: { 'GET /api/site/init': 'the first call of every page; a visitor gets the demo and no account' },
  create: ({ accounts, arrivals, bots, config, mailer, metadata: { db }, news, ownersFor, telegramLogin }: Needs) => ({
    routes(http) {
      const { blogUrl, chat, analytics } = config.outside;
      registerSite(http, {
        accounts,
        bots,
        grantsOf: grantsReader(db),
        ownersFor,
        mail: mailer.delivery,
        demoBotKey: config.demo.enabled ? config.demo.botKey : null,
        csrfToken: (accountKey) => csrfToken(config.appSecret, accountKey),
        services: {
          blog: blogUrl ?? null,
          chat: chat && { script: chat.url },
          analytics: analytics && { script: analytics.url },
        },
        telegramLogin: telegramLogin.shown,
        unreadNews: news.unread,
        arrivals,
      });
    },
  }),
});
