import { amplitude } from './amplitude.ts';
import type { ProviderDescriptor } from './descriptor.ts';
import { hubspot } from './hubspot.ts';
import { mixpanel } from './mixpanel.ts';
import { posthog } from './posthog.ts';
import { requestBin } from './request-bin.ts';
import { segment } from './segment.ts';
import { webhook } from './webhook.ts';

/** Tools that integrations send to, by ID, in the order of the catalogue within each category. */
export const providers = {
  webhook,
  request_bin: requestBin,
  posthog,
  mixpanel,
  amplitude,
  segment,
  hubspot,
} as const;
export type ProviderId = keyof typeof providers;
export const providerIds = Object.keys(providers) as ProviderId[];

/** The same, for code that treats all alike. */
export const providerDescriptors: Readonly<Record<ProviderId, ProviderDescriptor>> = providers;

export const isProvider = (id: string): id is ProviderId => Object.hasOwn(providers, id);
