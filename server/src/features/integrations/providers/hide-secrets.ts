import type { ProviderAnswer } from './provider.ts';

/** Shorter texts are no secrets, and would be found in ordinary words. */
const shortestSecret = 8;

/** Replaces secrets in an answer: error pages repeat the address of a request, and some its headers or the token. */
export function hideSecrets(
  answer: ProviderAnswer,
  secrets: readonly string[] | Readonly<Record<string, string>>,
): ProviderAnswer {
  const hidden = Object.values(secrets).filter((secret: string) => secret.length >= shortestSecret);
  const hide = (text: string): string =>
    hidden.reduce((result: string, secret: string) => result.replaceAll(secret, '•••'), text);
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, hide(value)]);
  return { ...answer, headers: Object.fromEntries(headers), body: hide(answer.body) };
}
