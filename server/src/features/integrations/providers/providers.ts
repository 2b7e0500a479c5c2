import type { ProviderId } from '@botscope/contract';
import { amplitude } from './amplitude/amplitude.ts';
import { bitrix24 } from './bitrix24/bitrix24.ts';
import { discord } from './discord/discord.ts';
import { ga4 } from './ga4/ga4.ts';
import { googleSheets } from './google-sheets/google-sheets.ts';
import { hubspot } from './hubspot/hubspot.ts';
import { amocrm, kommo } from './kommo/kommo.ts';
import { metaCapi } from './meta-capi/meta-capi.ts';
import { mixpanel } from './mixpanel/mixpanel.ts';
import { posthog } from './posthog/posthog.ts';
import type { Provider, ProviderOf } from './provider.ts';
import { requestBin } from './request-bin/request-bin.ts';
import { s3 } from './s3/s3.ts';
import { segment } from './segment/segment.ts';
import { slack } from './slack/slack.ts';
import { telegram } from './telegram/telegram.ts';
import { webhook } from './webhook/webhook.ts';
import { yandexMetrica } from './yandex-metrica/yandex-metrica.ts';

const all: { readonly [Id in ProviderId]: ProviderOf<Id> } = {
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
};

/** A provider for values that were checked by its descriptor. */
export type AnyProvider = Provider<Record<string, unknown>, Record<string, string>>;

/** Providers by ID. The descriptors' schemas have checked what they are called with: see integration-row.ts. */
export const serverProviders = all as unknown as Readonly<Record<ProviderId, AnyProvider>>;
