import type { ProviderDescriptor } from './descriptor.ts';
import { requestBin } from './request-bin.ts';
import { s3 } from './s3.ts';
import { webhook } from './webhook.ts';

/** Tools that integrations send to, by ID, in the order of the catalogue within each category. */
export const providers = {
  webhook,
  request_bin: requestBin,
  s3,
} as const;
export type ProviderId = keyof typeof providers;
export const providerIds = Object.keys(providers) as ProviderId[];

/** The same, for code that treats all alike. */
export const providerDescriptors: Readonly<Record<ProviderId, ProviderDescriptor>> = providers;

export const isProvider = (id: string): id is ProviderId => Object.hasOwn(providers, id);
