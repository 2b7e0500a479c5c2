import { deliveryProblems, type Integration } from '@botscope/contract';
import type { TFunction } from 'i18next';

export type IntegrationState = 'on' | 'paused' | 'stopped' | 'failing' | 'catching_up';

/** Shorter delays are usual: events settle before they are sent. */
const usualLagSeconds = 60;

/** The state in one word: what the owner has switched, then what goes wrong, then what is late. */
export function stateOf({ status, problem, backfill, lag_seconds: lag }: Integration): IntegrationState {
  if (status !== 'on') return status;
  if (problem !== null) return 'failing';
  return backfill !== null || lag > usualLagSeconds ? 'catching_up' : 'on';
}

const knownProblem = (code: string) => deliveryProblems.find((each) => each === code) ?? 'other';

/** What happened, in one sentence. */
export const describeProblem = (t: TFunction, code: string): string => t(`DeliveryProblems.${knownProblem(code)}.what`);
/** What the owner can do about it. */
export const adviseOn = (t: TFunction, code: string): string => t(`DeliveryProblems.${knownProblem(code)}.todo`);
