import * as z from 'zod/mini';
import { Account, passwordLength, SignedInAnswer } from './accounts.ts';
import { endpoint } from './endpoint.ts';

/** Six digits of an app, or a recovery code; blanks and dashes are forgiven. */
const Code = z.string().check(z.trim(), z.minLength(6), z.maxLength(32));

/**
 * Confirms that the owner makes the request, not a user at an unattended browser. One part is enough, and all that are given
 * are checked; an account that has none of them must have signed in a few minutes ago.
 */
export const Proof = z.object({
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(passwordLength.max))),
  /** Code of the second factor. */
  code: z.optional(Code),
  /** The digits that `sendProofCode` mailed. */
  email_code: z.optional(z.string().check(z.trim(), z.minLength(4), z.maxLength(64))),
});
export type Proof = z.output<typeof Proof>;

/** Recovery codes that are made at a time. */
export const recoveryCodeCount = 10;

const WithCodes = z.object({
  user: Account,
  /** Shown this once: only their hashes are kept. */
  recovery_codes: z.array(z.string()),
});

export const secondFactorEndpoints = {
  secondFactor: endpoint({
    method: 'POST',
    path: '/user/sign-in/second-factor',
    access: 'visitor',
    body: z.object({ ticket: z.string().check(z.minLength(1), z.maxLength(1_000)), code: Code }),
    data: SignedInAnswer,
  }),
  beginTotp: endpoint({
    method: 'POST',
    path: '/user/profile/totp/begin',
    access: 'account',
    body: Proof,
    /** `uri` is for a QR code (otpauth://), `secret` the same for typing. */
    data: z.object({ uri: z.string(), secret: z.string() }),
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/user/profile/totp/confirm',
    access: 'account',
    body: z.object({ code: Code }),
    data: WithCodes,
  }),
  endTotp: endpoint({
    method: 'POST',
    path: '/user/profile/totp/off',
    access: 'account',
    body: Proof,
    data: z.object({ user: Account }),
  }),
  newRecoveryCodes: endpoint({
    method: 'POST',
    path: '/user/profile/totp/recovery-codes',
    access: 'account',
    body: Proof,
    data: WithCodes,
  }),
};
