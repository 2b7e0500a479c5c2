import type { ProviderId } from '@botscope/contract';
import type { Provider, ProviderOf } from './provider.ts';
import { requestBin } from './request-bin/request-bin.ts';
import { s3 } from './s3/s3.ts';
import { webhook } from './webhook/webhook.ts';

const all: { readonly [Id in ProviderId]: ProviderOf<Id> } = {
  webhook,
  request_bin: requestBin,
  s3,
};

/** A provider for values that were checked by its descriptor. */
export type AnyProvider = Provider<Record<string, unknown>, Record<string, string>>;

/** Providers by ID. The descriptors' schemas have checked what they are called with: see read-configuration.ts. */
export const serverProviders = all as unknown as Readonly<Record<ProviderId, AnyProvider>>;
