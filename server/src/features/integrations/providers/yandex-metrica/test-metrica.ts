import type { MetricaPartner } from '@botscope/testkit/partners/yandex-metrica.ts';
import type { DeliveryItem } from '../provider.ts';
import { testContext, testItem, testNow } from '../test-provider.ts';

export const token = 'canary-mp-token-01';
export const oauthToken = 'y0_canary_oauth_0123456789';
export const clientId = '1700000000123456789';
export const keys = { counterId: '12345678', token, oauthToken, now: () => testNow };

const hour = 3_600_000;
export const secondsAgo = (hoursAgo: number): number => Math.floor((testNow - hoursAgo * hour) / 1_000);
export const timeAgo = (hoursAgo: number): string => new Date(testNow - hoursAgo * hour).toISOString();

type User = NonNullable<DeliveryItem['event']['user']>;
const { user } = testItem('user.left').event;
/** Is not known on the website. */
export const anna = user as User;
/** Came from the website an hour and a half ago. */
export const visitor: User = { ...anna, first_seen_at: timeAgo(1.5), site: { ...anna.site, ym: clientId } };

/** A payment so many hours ago, of the visitor unless given. */
export const paid = (index: number, hoursAgo: number, payer: User = visitor): DeliveryItem =>
  testItem('payment.succeeded', { id: `evt_${String(index).padStart(24, '0')}`, at: timeAgo(hoursAgo), user: payer });

interface ContextPart {
  oauth?: boolean;
  settings?: Record<string, unknown>;
  names?: Record<string, string>;
  secrets?: Record<string, string>;
}

/** Sends to the fake, with both tokens unless given. */
export const metricaContext = (
  { url }: MetricaPartner,
  {
    oauth = true,
    settings = {},
    names = {},
    secrets = { token, ...(oauth && { oauth_token: oauthToken }) },
  }: ContextPart,
) =>
  testContext('yandex_metrica', {
    settings: { counter_id: keys.counterId, ...settings },
    secrets,
    names,
    origins: { 'https://mc.yandex.ru': url, 'https://api-metrika.yandex.net': url },
  });
