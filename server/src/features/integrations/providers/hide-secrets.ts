import type { ProviderAnswer } from './provider.ts';

/** Takes secrets out of an answer before it is read, since some providers repeat the token that they refuse. */
export const hideSecrets = (answer: ProviderAnswer, secrets: Readonly<Record<string, string>>): ProviderAnswer => ({
  ...answer,
  body: Object.values(secrets)
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '•••'), answer.body),
});
