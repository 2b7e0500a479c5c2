import type { Proof } from '@botscope/contract';
import type { Attempts } from '../../platform/attempts.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Caller } from './caller.ts';
import type { Credentials } from './credentials.ts';
import type { OwnCodes } from './own-codes.ts';
import { selectAccounts } from './present-account.ts';
import type { SecondFactor } from './second-factor.ts';
import type { Sessions } from './sessions.ts';

/** Maximum age of a sign-in that serves as proof for accounts that have no other. */
const freshMinutes = 15;

/**
 * Allows an action that needs more than an open browser. One part of a proof is enough; every part that is given
 * must be right. Without any: ProofNeeded, whose field names the part to ask for.
 * @throws AppError InvalidPassword, InvalidCode, ProofNeeded, SignInAgain, TooManyRequests
 */
export type Prove = (accountKey: string, proof: Proof, caller: Caller) => Promise<void>;

export function createProve({
  db,
  attempts,
  credentials,
  secondFactor,
  ownCodes,
  sessions,
  now,
}: {
  db: Metadata['db'];
  attempts: Attempts;
  credentials: Credentials;
  secondFactor: Pick<SecondFactor, 'check'>;
  ownCodes: OwnCodes;
  sessions: Pick<Sessions, 'find'>;
  now: () => number;
}): Prove {
  return async (accountKey, { password, code, email_code }, caller) => {
    const row = await selectAccounts(db).where('id', '=', accountKey).executeTakeFirst();
    if (!row) throw new AppError('NotSignedIn');
    if (password === undefined && code === undefined && email_code === undefined) {
      if (row.has_password) throw new AppError('ProofNeeded', { field: 'password' });
      if (row.totp_at !== null) throw new AppError('ProofNeeded', { field: 'code' });
      const currentSession = await sessions.find(caller.headers);
      const isFresh =
        currentSession !== null && now() - currentSession.session.created_at.getTime() < freshMinutes * 60_000;
      if (isFresh) return;
      throw row.email === null ? new AppError('SignInAgain') : new AppError('ProofNeeded', { field: 'email_code' });
    }
    await attempts.take({ 'proof:account': accountKey, 'proof:address': caller.address });
    if (password !== undefined && !(await credentials.verify(await credentials.hashOf(accountKey), password))) {
      throw new AppError('InvalidPassword', { field: 'password' });
    }
    if (code !== undefined && !(await secondFactor.check(accountKey, code, caller))) {
      throw new AppError('InvalidCode', { field: 'code' });
    }
    if (
      email_code !== undefined &&
      (await ownCodes.take({ kind: 'proof', account: accountKey }, email_code)) === null
    ) {
      throw new AppError('InvalidCode', { field: 'email_code' });
    }
    await attempts.forget('proof:account', accountKey);
  };
}
