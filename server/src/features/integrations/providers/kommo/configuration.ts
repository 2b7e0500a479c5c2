import type { Configuration, DeliveryContext, SecretsOf, SettingsOf } from '../provider.ts';

/** Accounts of Kommo have one domain, those of amoCRM one of two. */
export type KommoSettings = SettingsOf<'kommo'> & { domain?: SettingsOf<'amocrm'>['domain'] };
export type KommoSecrets = SecretsOf<'kommo'>;
export type KommoConfiguration = Configuration<KommoSettings, KommoSecrets>;
export type KommoContext = DeliveryContext<KommoSettings, KommoSecrets>;

/** Host of the account: requests to other hosts are refused. */
export const kommoHost = ({ subdomain, domain = undefined }: KommoSettings): string =>
  `${subdomain}.${domain ?? 'kommo.com'}`;
