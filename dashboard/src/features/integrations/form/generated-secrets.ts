import type { ProviderId } from '@botscope/contract';

const secretBytes = 32;

/** Secrets that the two ends agree on: the browser makes them, so that the owner can copy them before they are sealed. */
const generators: Readonly<Partial<Record<ProviderId, Readonly<Record<string, () => string>>>>> = {
  webhook: { secret: newSigningSecret },
};

/** Keys of secrets that the page can generate. */
export const generatedSecrets = (provider: ProviderId): string[] => Object.keys(generators[provider] ?? {});

export const generateSecret = (provider: ProviderId, key: string): string => generators[provider]?.[key]?.() ?? '';

/** A secret of the Standard Webhooks scheme: `whsec_` and base64. */
export function newSigningSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
