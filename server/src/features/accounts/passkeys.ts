import { randomUUID } from 'node:crypto';
import type { Account, Passkey } from '@botscope/contract';
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { sha256 } from '../../platform/sha256.ts';

const challengeMinutes = 5;
const maxPasskeys = 20;
/** Ed25519, ES256 and RS256 (COSE): one of them every authenticator has. */
const algorithms = [-8, -7, -257];

/** JSON that the browser exchanges for the authenticator; the library checks its form. */
export type Ceremony = Record<string, unknown>;

/**
 * Passkeys (WebAuthn): the authenticator asks for finger, face or PIN, so that one is two factors by itself. They belong
 * to the host of PUBLIC_URL: when that changes, they stay behind.
 */
export interface Passkeys {
  list(accountKey: string): Promise<Passkey[]>;
  /** Returns the options with which the browser creates one. @throws TooManyPasskeys */
  begin(account: Account): Promise<Ceremony>;
  /** @throws WrongPasskey, TooManyPasskeys */
  add(accountKey: string, response: Ceremony, name: string): Promise<void>;
  /** @throws NotFound */
  rename(accountKey: string, id: string, name: string): Promise<void>;
  /** @throws NotFound, password_not_set (it is the only way in) */
  remove(accountKey: string, id: string): Promise<void>;
  /** Returns the options with which the browser signs in; the authenticator knows the account. */
  beginSignIn(): Promise<Ceremony>;
  /** The key of the account. @throws WrongPasskey */
  signIn(response: Ceremony): Promise<string>;
}

interface PasskeyDeps {
  db: Metadata['db'];
  challenges: ReturnType<typeof createChallenges>;
  expected: { expectedOrigin: string; expectedRPID: string; requireUserVerification: true };
  now: () => number;
}

/** Challenges that authenticators sign, each once. */
function createChallenges(db: Metadata['db'], now: () => number) {
  const toIdentifier = (challenge: string, accountKey: string | null): string =>
    `passkey ${accountKey ?? 'sign-in'} ${sha256(challenge)}`;
  const store = (challenge: string, accountKey: string | null) =>
    db
      .insertInto('verifications')
      .values({
        id: randomUUID(),
        identifier: toIdentifier(challenge, accountKey),
        value: '',
        expires_at: new Date(now() + challengeMinutes * 60_000),
      })
      .execute();
  /** True once for each challenge of ours that is not too old. */
  const consume = (accountKey: string | null) => async (challenge: string) => {
    const deleteQuery = db.deleteFrom('verifications').where('identifier', '=', toIdentifier(challenge, accountKey));
    return (await deleteQuery.where('expires_at', '>', new Date(now())).executeTakeFirst()).numDeletedRows > 0n;
  };
  return { store, consume };
}

const assertAffected = ({ affected }: { affected: bigint }): void => {
  if (affected === 0n) throw new AppError('NotFound');
};

/** Sign-in with a passkey of any account. */
function passkeySignIn({ db, challenges, expected, now }: PasskeyDeps): Pick<Passkeys, 'beginSignIn' | 'signIn'> {
  return {
    async beginSignIn() {
      const options = await generateAuthenticationOptions({
        rpID: expected.expectedRPID,
        userVerification: 'required',
      });
      await challenges.store(options.challenge, null);
      return { ...options };
    },

    async signIn(response) {
      const assertion = response as unknown as AuthenticationResponseJSON;
      const row = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', String(assertion.id))
        .executeTakeFirst();
      if (row === undefined) throw new AppError('WrongPasskey');
      const { verified, authenticationInfo } = await refusing(
        verifyAuthenticationResponse({
          response: assertion,
          expectedChallenge: challenges.consume(null),
          ...expected,
          credential: {
            id: row.credential_id,
            publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
            counter: Number(row.counter),
            transports: row.transports as AuthenticatorTransport[],
          },
        }),
      );
      if (!verified) throw new AppError('WrongPasskey');
      const usage = { counter: authenticationInfo.newCounter, last_used_at: new Date(now()) };
      await db.updateTable('passkeys').set(usage).where('id', '=', row.id).execute();
      return row.account_id;
    },
  };
}

export function createPasskeys(deps: { db: Metadata['db']; publicUrl: string; now: () => number }): Passkeys {
  const { db, publicUrl, now } = deps;
  const { origin, hostname } = new URL(publicUrl);
  const expected = { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true } as const;

  const challenges = createChallenges(db, now);

  return {
    async list(accountKey) {
      const rows = db.selectFrom('passkeys').selectAll().where('account_id', '=', accountKey);
      return (await rows.orderBy('created_at').orderBy('id').execute()).map((row) => ({
        id: row.id,
        name: row.name,
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at?.toISOString() ?? null,
      }));
    },

    async begin({ key, email, telegram_name }) {
      const rows = await db.selectFrom('passkeys').selectAll().where('account_id', '=', key).execute();
      assertRoom(rows.length);
      const options = await generateRegistrationOptions({
        rpName: 'Botscope',
        rpID: hostname,
        userID: new TextEncoder().encode(key),
        userName: email ?? (telegram_name || key),
        attestationType: 'none',
        supportedAlgorithmIDs: algorithms,
        // Two of one authenticator would be the same key twice.
        excludeCredentials: rows.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await challenges.store(options.challenge, key);
      return { ...options };
    },

    async add(accountKey, response, name) {
      const { registrationInfo } = await refusing(
        verifyRegistrationResponse({
          response: response as unknown as RegistrationResponseJSON,
          expectedChallenge: challenges.consume(accountKey),
          supportedAlgorithmIDs: algorithms,
          ...expected,
        }),
      );
      if (!registrationInfo) throw new AppError('WrongPasskey');
      // Counted again: several registrations may have begun while there was room.
      const countQuery = db.selectFrom('passkeys').select(({ fn }) => fn.countAll().as('count'));
      const { count } = await countQuery.where('account_id', '=', accountKey).executeTakeFirstOrThrow();
      assertRoom(Number(count));
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      const result = await db
        .insertInto('passkeys')
        .values({
          id: randomUUID(),
          account_id: accountKey,
          credential_id: id,
          public_key: Buffer.from(publicKey).toString('base64url'),
          counter,
          transports: JSON.stringify(transports),
          name,
          created_at: new Date(now()),
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .executeTakeFirst();
      if (result.numInsertedOrUpdatedRows === 0n) throw new AppError('WrongPasskey');
    },

    async rename(accountKey, id, name) {
      const updateQuery = db.updateTable('passkeys').set({ name }).where('id', '=', id);
      assertAffected({
        affected: (await updateQuery.where('account_id', '=', accountKey).executeTakeFirst()).numUpdatedRows,
      });
    },

    async remove(accountKey, id) {
      await db.transaction().execute(async (transaction) => {
        // Locked, as when a Telegram is unlinked: of the last two ways in only one goes.
        const owner = transaction.selectFrom('accounts').select(['email', 'tid']).where('id', '=', accountKey);
        const row = await owner.forUpdate().executeTakeFirst();
        const ownPasskeys = transaction.selectFrom('passkeys').select('id').where('account_id', '=', accountKey);
        const otherPasskeys = (await ownPasskeys.execute()).filter((passkey) => passkey.id !== id);
        const deleteQuery = transaction
          .deleteFrom('passkeys')
          .where('id', '=', id)
          .where('account_id', '=', accountKey);
        assertAffected({ affected: (await deleteQuery.executeTakeFirst()).numDeletedRows });
        // Without an address there is no "forgot password" either: nobody would ever get in again.
        if (otherPasskeys.length === 0 && row?.email === null && row.tid === null)
          throw new AppError('password_not_set');
      });
    },
    ...passkeySignIn({ db, challenges, expected, now }),
  };
}

function assertRoom(count: number): void {
  if (count >= maxPasskeys) throw new AppError('TooManyPasskeys');
}

/** Maps every error of the library to WrongPasskey. */
async function refusing<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new AppError('WrongPasskey', { cause: error });
  }
}
