import type { Account, Proof } from '@botscope/contract';

/** Proof that the request comes from the owner of the account; `fresh`: only a sign-in of a few minutes ago. */
export type ProofPart = keyof Proof | 'fresh';

/** Returns the proofs an account may give. With a password and an app, either will do: the password comes first. */
export function proofParts(
  user: Pick<Account, 'has_password' | 'second_factor' | 'email'>,
): [ProofPart, ...ProofPart[]] {
  if (user.has_password) return user.second_factor ? ['password', 'code'] : ['password'];
  if (user.second_factor) return ['code'];
  return [user.email === null ? 'fresh' : 'email_code'];
}

/** The answer as the endpoints take it. */
export const toProof = (part: ProofPart, value: string): Proof => (part === 'fresh' ? {} : { [part]: value });

/** Returns the chosen part as long as the account has it. An email may be confirmed while a form is open. */
export const pickPart = (
  parts: readonly [ProofPart, ...ProofPart[]],
  selectedPart: ProofPart | undefined,
): ProofPart => (selectedPart !== undefined && parts.includes(selectedPart) ? selectedPart : parts[0]);
