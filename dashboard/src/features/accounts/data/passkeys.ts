import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';

// Fetched when someone presses a button for it: most visits never need a passkey.

/** Why the browser gave nothing: the owner said no or waited too long; or this authenticator has one already. */
export type PasskeyFailure = 'cancelled' | 'already';
type Ceremony = Record<string, unknown>;

/** Makes a passkey by the server's options. What cannot be the owner's choice is thrown. */
export const makePasskey = (options: Ceremony): Promise<Ceremony | PasskeyFailure> =>
  orFailure(async () => ({
    ...(await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })),
  }));

/** Signs the server's challenge with a passkey that the owner chooses. */
export const answerPasskey = (options: Ceremony): Promise<Ceremony | PasskeyFailure> =>
  orFailure(async () => ({
    ...(await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })),
  }));

async function orFailure(ceremony: () => Promise<Ceremony>): Promise<Ceremony | PasskeyFailure> {
  try {
    return await ceremony();
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'already';
    const name = error instanceof Error ? error.name : '';
    // Browsers do not distinguish a rejection from a timeout, on purpose.
    if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
    throw error;
  }
}
