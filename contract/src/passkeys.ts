import * as z from 'zod/mini';
import { Account, SignedInAnswer } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { Proof } from './second-factor.ts';

/** Messages between browsers and authenticators (WebAuthn's JSON forms); the server's library reads them. */
const WebAuthn = z.looseObject({});
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));
const passkeyPath = z.object({ id: z.uuid() });

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
});
export type Passkey = z.output<typeof Passkey>;

const Passkeys = z.object({ user: Account, passkeys: z.array(Passkey) });

export const passkeyEndpoints = {
  listPasskeys: endpoint({
    method: 'GET',
    path: '/user/profile/passkeys',
    access: 'account',
    data: z.object({ passkeys: z.array(Passkey) }),
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/user/profile/passkeys/options',
    access: 'account',
    body: Proof,
    data: z.object({ options: WebAuthn }),
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/user/profile/passkeys',
    access: 'account',
    body: z.object({ response: WebAuthn, name }),
    data: Passkeys,
  }),
  renamePasskey: endpoint({
    method: 'POST',
    path: '/user/profile/passkeys/{id}',
    access: 'account',
    params: passkeyPath,
    body: z.object({ name }),
    data: z.object({ passkeys: z.array(Passkey) }),
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/user/profile/passkeys/{id}',
    access: 'account',
    params: passkeyPath,
    data: Passkeys,
  }),
  passkeySignInOptions: endpoint({
    method: 'POST',
    path: '/user/sign-in/passkey-options',
    access: 'visitor',
    data: z.object({ options: WebAuthn }),
  }),
  passkeySignIn: endpoint({
    method: 'POST',
    path: '/user/sign-in/passkey',
    access: 'visitor',
    body: z.object({ response: WebAuthn, rememberMe: z._default(z.boolean(), false) }),
    data: SignedInAnswer,
  }),
};
