import type { ProviderId } from '@botscope/contract';
import { ga4 } from './ga4/ga4.ts';
import { metaCapi } from './meta-capi/meta-capi.ts';
import type { Provider, ProviderOf } from './provider.ts';
import { requestBin } from './request-bin/request-bin.ts';
import { webhook } from './webhook/webhook.ts';
import { yandexMetrica } from './yandex-metrica/yandex-metrica.ts';

const all: { readonly [Id in ProviderId]: ProviderOf<Id> } = {
  webhook,
  request_bin: requestBin,
  yandex_metrica: yandexMetrica,
  ga4,
  meta_capi: metaCapi,
};

/** A provider for values that were checked by its descriptor. */
export type AnyProvider = Provider<Record<string, unknown>, Record<string, string>>;

/** Providers by ID. The descriptors' schemas have checked what they are called with: see read-configuration.ts. */
export const serverProviders = all as unknown as Readonly<Record<ProviderId, AnyProvider>>;
