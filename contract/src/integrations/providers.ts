import type { ProviderDescriptor } from './descriptor.ts';
import { ga4 } from './ga4.ts';
import { metaCapi } from './meta-capi.ts';
import { requestBin } from './request-bin.ts';
import { webhook } from './webhook.ts';
import { yandexMetrica } from './yandex-metrica.ts';

/** Tools that integrations send to, by ID, in the order of the catalogue within each category. */
export const providers = {
  webhook,
  request_bin: requestBin,
  yandex_metrica: yandexMetrica,
  ga4,
  meta_capi: metaCapi,
} as const;
export type ProviderId = keyof typeof providers;
export const providerIds = Object.keys(providers) as ProviderId[];

/** The same, for code that treats all alike. */
export const providerDescriptors: Readonly<Record<ProviderId, ProviderDescriptor>> = providers;

export const isProvider = (id: string): id is ProviderId => Object.hasOwn(providers, id);
