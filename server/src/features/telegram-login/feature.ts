import { telegramLoginPath } from '@botscope/contract';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { defineFeature } from '../feature.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { createTelegramLogin } from './telegram-login.ts';
import { registerTelegramLogin } from './telegram-login-routes.ts';

type Needs = Platform & { accounts: Accounts; notifications: Notifications };

/** Sign-in with Telegram. */
export const telegramLogin = defineFeature({
  name: 'telegram-login',
  publicRoutes: {
    'POST /api/user/sign-in/tg-auth-start': 'where Telegram is asked',
    'POST /api/user/sign-in/tg-auth-up': 'what Telegram signed is the proof',
    'POST /api/user/sign-in/tg-auth-in': 'the same',
  },
  create({ accounts, attempts, config, notifications, metadata, sealer, telegramDispatcher }: Needs) {
    const telegramLogin = createTelegramLogin({
      db: metadata.db,
      accounts,
      attempts,
      notifications,
      sealer,
      settings: config.telegramLogin,
      redirectUri: `${config.publicUrl}${telegramLoginPath}`,
      dispatcher: telegramDispatcher,
    });
    return {
      offers: { telegramLogin },
      routes: (http) => registerTelegramLogin(http, { telegramLogin, https: config.publicUrl.startsWith('https:') }),
    };
  },
});
