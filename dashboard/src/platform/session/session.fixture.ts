import { type Account, type Bot, type Init, permissionKeys } from '@botscope/contract';
import { fakeCsrf } from '../api/fake-server.fixture.ts';

/** An account with an email and a password, without a cast: a new field has to be given here. */
export const buildAccount = (part: Partial<Account> = {}): Account => ({
  key: 'account-of-ann',
  email: 'ann@example.com',
  locale: 'en',
  time_zone: 'Europe/Berlin',
  tariff: 0,
  tid: null,
  expiration_date: null,
  bill_sum: 0,
  currency: 'RUB',
  report_currency: 'RUB',
  telegram_name: '',
  is_admin: false,
  has_password: true,
  second_factor: false,
  recovery_codes: 0,
  passkeys: 0,
  ...part,
});

/** A bot of the asking account that sends copies of its updates. */
export const buildBot = (part: Partial<Bot> = {}): Bot => ({
  key: '0123456789abc',
  bot_name: 'shop_bot',
  username: 'shop_bot',
  status: true,
  statusDisable: false,
  new_bot: false,
  actualDataInTg: true,
  type_platform: 'own',
  has_token: false,
  connection_type: 'api',
  delivery_method: 'api',
  delivery_method_send: 'off',
  status_send: false,
  last_call_at: null,
  region: 'global',
  problems: [],
  date_added: '2026-01-01T00:00:00.000Z',
  first_update_at: '2026-01-01T00:00:00.000Z',
  last_update_at: '2026-01-02T00:00:00.000Z',
  is_demo: false,
  permissions: [...permissionKeys],
  reports: [],
  role: 'owner',
  ...part,
});

/** The answer of `site/init` to a visitor of an installation that has accounts. */
export const buildInit = (part: Partial<Init> = {}): Init => ({
  user: null,
  tariffs: [],
  bots: {},
  owners: {},
  notify: [],
  csrf: fakeCsrf,
  currency: 'RUB',
  demo: null,
  mail: 'smtp',
  fresh: false,
  invitation: null,
  invitations_waiting: false,
  news_unread: 0,
  services: { blog: null, chat: null, analytics: null },
  telegram_login: null,
  ...part,
});
