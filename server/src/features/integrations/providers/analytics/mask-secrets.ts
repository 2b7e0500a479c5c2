import type { Outcome } from '../provider.ts';

/** Shorter texts are no keys, and would be found by chance. */
const shortestSecret = 8;

/** Takes secrets out of what a provider said: some repeat the key that they do not know. */
export function maskSecrets<Outcomes extends Outcome>(
  outcomes: readonly Outcomes[],
  secrets: Readonly<Record<string, string>>,
): Outcomes[] {
  const texts = Object.values(secrets).filter((text) => text.length >= shortestSecret);
  const mask = (detail: string) => texts.reduce((masked, text) => masked.replaceAll(text, '…'), detail);
  return outcomes.map((outcome) => ('detail' in outcome ? { ...outcome, detail: mask(outcome.detail) } : outcome));
}
