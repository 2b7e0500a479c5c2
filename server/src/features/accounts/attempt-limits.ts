import type { Attempts, CountedAttempts, LimitName } from '../../platform/attempts.ts';
import type { Caller } from './caller.ts';

/**
 * Keys by which a try is counted. A browser that the account knows is counted separately, so that no stranger can use
 * up its tries, from any address; all others are counted by account and address, by account, and by address.
 */
export const passwordTries = (email: string, { address, device }: Caller, isKnown: boolean): CountedAttempts =>
  isKnown
    ? { 'sign-in:account+device': `${email} ${device}` }
    : {
        'sign-in:account+address': `${email} ${address}`,
        'sign-in:account': { subject: email, asker: address },
        'sign-in:address': address,
      };

/** Keys by which a try of a second-factor code is counted. */
export const factorTries = (accountKey: string, { address, device }: Caller, isKnown: boolean): CountedAttempts =>
  isKnown
    ? { 'second-factor:account+device': `${accountKey} ${device}` }
    : {
        'second-factor:account+address': `${accountKey} ${address}`,
        'second-factor:account': { subject: accountKey, asker: address },
        'second-factor:address': address,
      };

/** Keys by which mails with codes are counted: the mailbox may belong to an owner who did not ask for them. */
export const mailsTo = (email: string, { address, device }: Caller, isKnown: boolean): CountedAttempts =>
  isKnown
    ? { 'mail:account+device': `${email} ${device}` }
    : {
        'mail:account+address': `${email} ${address}`,
        'mail:account': { subject: email, asker: address },
        'mail:address': address,
      };

/** Resets the count after a success. */
export async function forgetTries(attempts: Pick<Attempts, 'forget'>, tries: CountedAttempts): Promise<void> {
  for (const [name, subject] of Object.entries(tries) as [LimitName, CountedAttempts[LimitName]][]) {
    if (typeof subject === 'string' && name.includes('account+')) await attempts.forget(name, subject);
  }
}
