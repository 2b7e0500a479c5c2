import type { ProviderId } from '@botscope/contract';
import { bitrix24 } from './bitrix24/bitrix24.ts';
import { googleSheets } from './google-sheets/google-sheets.ts';
import { amocrm, kommo } from './kommo/kommo.ts';
import type { Provider, ProviderOf } from './provider.ts';
import { requestBin } from './request-bin/request-bin.ts';
import { webhook } from './webhook/webhook.ts';

const all: { readonly [Id in ProviderId]: ProviderOf<Id> } = {
  webhook,
  request_bin: requestBin,
  amocrm,
  kommo,
  bitrix24,
  google_sheets: googleSheets,
};

/** A provider for values that were checked by its descriptor. */
export type AnyProvider = Provider<Record<string, unknown>, Record<string, string>>;

/** Providers by ID. The descriptors' schemas have checked what they are called with: see read-configuration.ts. */
export const serverProviders = all as unknown as Readonly<Record<ProviderId, AnyProvider>>;
