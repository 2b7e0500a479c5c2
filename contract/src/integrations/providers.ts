import { type IntegrationEventType, integrationEventTypes } from '../integration-events.ts';
import { amocrm } from './amocrm.ts';
import { amplitude } from './amplitude.ts';
import { bitrix24 } from './bitrix24.ts';
import type { ProviderDescriptor } from './descriptor.ts';
import { discord } from './discord.ts';
import { ga4 } from './ga4.ts';
import { googleSheets } from './google-sheets.ts';
import { hubspot } from './hubspot.ts';
import { kommo } from './kommo.ts';
import { metaCapi } from './meta-capi.ts';
import { mixpanel } from './mixpanel.ts';
import { posthog } from './posthog.ts';
import { requestBin } from './request-bin.ts';
import { s3 } from './s3.ts';
import { segment } from './segment.ts';
import { slack } from './slack.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';
import { yandexMetrica } from './yandex-metrica.ts';

/** Tools that integrations send to, by ID, in the order of the catalogue within each category. */
const byId = {
  webhook,
  request_bin: requestBin,
  telegram,
  slack,
  discord,
  yandex_metrica: yandexMetrica,
  ga4,
  posthog,
  mixpanel,
  amplitude,
  segment,
  meta_capi: metaCapi,
  kommo,
  amocrm,
  bitrix24,
  hubspot,
  google_sheets: googleSheets,
  s3,
} as const;
export type ProviderId = keyof typeof byId;
export const providerIds = Object.keys(byId) as ProviderId[];

/** The same, for code that treats all alike. */
export const providerDescriptors: Readonly<Record<ProviderId, ProviderDescriptor>> = byId;

/** Types that a provider can take: of those that say nothing of it all single events. */
export const providerTypes = (id: ProviderId): readonly IntegrationEventType[] =>
  providerDescriptors[id].types ?? integrationEventTypes.filter((type) => type !== 'events.file');

export const isProvider = (id: string): id is ProviderId => Object.hasOwn(byId, id);

/** Schemas and fields of a provider's values. */
export type ProviderSchemas<Id extends ProviderId> = Pick<(typeof byId)[Id], 'settings' | 'secrets' | 'fields'>;
