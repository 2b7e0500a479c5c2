import type { Outcome } from './provider.ts';

export type Failure = Exclude<Outcome, { kind: 'delivered' }>;

/** The provider refused a request that comes before the one that delivers: nothing was delivered yet. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly outcome: Failure;

  constructor(outcome: Failure) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

/** A JSON object; null where the text is none, such as an empty answer or one that was cut. */
export function parseJson(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
