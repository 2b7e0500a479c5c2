import { type ProviderId, providerDescriptors, providerIds } from '@botscope/contract';

/** Whether an integration with this provider sends files, not single events. */
export const sendsFiles = (provider: ProviderId): boolean => providerDescriptors[provider].unit === 'file';

export const fileProviders: readonly ProviderId[] = providerIds.filter(sendsFiles);
