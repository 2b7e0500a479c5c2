import { amocrm } from './amocrm.ts';
import { bitrix24 } from './bitrix24.ts';
import type { ProviderDescriptor } from './descriptor.ts';
import { googleSheets } from './google-sheets.ts';
import { kommo } from './kommo.ts';
import { requestBin } from './request-bin.ts';
import { webhook } from './webhook.ts';

/** Tools that integrations send to, by ID, in the order of the catalogue within each category. */
export const providers = {
  webhook,
  request_bin: requestBin,
  amocrm,
  kommo,
  bitrix24,
  google_sheets: googleSheets,
} as const;
export type ProviderId = keyof typeof providers;
export const providerIds = Object.keys(providers) as ProviderId[];

/** The same, for code that treats all alike. */
export const providerDescriptors: Readonly<Record<ProviderId, ProviderDescriptor>> = providers;

export const isProvider = (id: string): id is ProviderId => Object.hasOwn(providers, id);
