import { randomInt, randomUUID } from 'node:crypto';
import { type Account, recoveryCodeCount } from '@botscope/contract';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Attempts } from '../../platform/attempts.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { factorTries, forgetTries } from './attempt-limits.ts';
import type { Caller } from './caller.ts';
import type { KnownDevices } from './known-devices.ts';

/** Seconds that a code lasts; the one before and the one after are taken too, for clocks that differ. */
const period = 30;
const beginMinutes = 15;
/** Without letters that look alike; ten of them are 49 bits. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz';

/** Codes of an app (TOTP, RFC 6238) after the password, and recovery codes for a lost app. */
export interface SecondFactor {
  /** Makes a secret for the app; it counts once a code of it came back. */
  begin(account: Account): Promise<{ uri: string; secret: string }>;
  /** Switches it on (or over to another app). Returns the recovery codes, this once. @throws InvalidCode, TooManyRequests */
  confirm(account: Account, code: string, caller: Caller): Promise<string[]>;
  end(accountKey: string): Promise<void>;
  /** Ten new ones; the old ones stop working. @throws NotFound while it is off */
  newRecoveryCodes(accountKey: string): Promise<string[]>;
  /** True for a code of the app that was not used before, or an unused recovery code; either works once. @throws TooManyRequests */
  check(accountKey: string, code: string, caller: Caller): Promise<boolean>;
}

interface SecondFactorDeps {
  db: Metadata['db'];
  sealer: Pick<Sealer, 'seal' | 'open' | 'hash'>;
  attempts: Attempts;
  devices: Pick<KnownDevices, 'isKnown'>;
  /** Hears of each: it may be the last, or in other hands. */
  recoveryCodeUsed: (accountKey: string, caller: Caller) => Promise<void>;
  now: () => number;
}

/** Codes of the app, and recovery codes. */
function factorCodes({ db, sealer, now }: SecondFactorDeps) {
  const hashCode = (accountKey: string, code: string): string => sealer.hash(`recovery ${accountKey} ${code}`);

  /** The step to which the code belongs, or null. */
  const findStep = (secret: string, code: string): number | null => {
    const delta = TOTP.validate({
      token: code,
      secret: Secret.fromBase32(secret),
      period,
      timestamp: now(),
      window: 1,
    });
    return delta === null ? null : Math.floor(now() / 1_000 / period) + delta;
  };

  const makeCodes = (accountKey: string) => {
    const codes = Array.from({ length: recoveryCodeCount }, newCode);
    return { codes, recovery_hashes: JSON.stringify(codes.map((code) => hashCode(accountKey, normalizeCode(code)))) };
  };

  async function takeTotp(accountKey: string, code: string): Promise<boolean> {
    const row = await db.selectFrom('accounts').select('totp_sealed').where('id', '=', accountKey).executeTakeFirst();
    if (!row?.totp_sealed) return false;
    const step = findStep(sealer.open(row.totp_sealed), code);
    if (step === null) return false;
    // One statement, so that of two requests with the same code one is late.
    const updateQuery = db.updateTable('accounts').set({ totp_step: step }).where('id', '=', accountKey);
    const unusedStepQuery = updateQuery.where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]));
    return (await unusedStepQuery.executeTakeFirst()).numUpdatedRows > 0n;
  }

  async function takeRecoveryCode(accountKey: string, code: string): Promise<boolean> {
    const hash = hashCode(accountKey, code);
    const updateQuery = db
      .updateTable('accounts')
      .set({ recovery_hashes: sql<string>`recovery_hashes - ${hash}::text` })
      .where('id', '=', accountKey)
      .where('totp_at', 'is not', null)
      .where(sql<boolean>`jsonb_exists(recovery_hashes, ${hash}::text)`);
    return (await updateQuery.executeTakeFirst()).numUpdatedRows > 0n;
  }

  return { findStep, makeCodes, takeTotp, takeRecoveryCode };
}

export function createSecondFactor(deps: SecondFactorDeps): SecondFactor {
  const { db, sealer, attempts, devices, recoveryCodeUsed, now } = deps;
  const { findStep, makeCodes, takeTotp, takeRecoveryCode } = factorCodes(deps);
  const toIdentifier = (accountKey: string): string => `totp ${accountKey}`;
  return {
    async begin({ key, email, telegram_name }) {
      const secret = new Secret({ size: 20 }).base32;
      await db.deleteFrom('verifications').where('identifier', '=', toIdentifier(key)).execute();
      await db
        .insertInto('verifications')
        .values({
          id: randomUUID(),
          identifier: toIdentifier(key),
          value: sealer.seal(secret),
          expires_at: new Date(now() + beginMinutes * 60_000),
        })
        .execute();
      const label = email ?? (telegram_name || key);
      return { secret, uri: new TOTP({ issuer: 'Botscope', label, secret, period }).toString() };
    },

    async confirm({ key }, code, caller) {
      const tries = factorTries(key, caller, await devices.isKnown(key, caller.device));
      await attempts.take(tries);
      const pending = await db
        .selectFrom('verifications')
        .select('value')
        .where('identifier', '=', toIdentifier(key))
        .where('expires_at', '>', new Date(now()))
        .executeTakeFirst();
      const secret = pending && sealer.open(pending.value);
      const step = secret ? findStep(secret, normalizeCode(code)) : null;
      if (!secret || step === null) throw new AppError('InvalidCode', { field: 'code' });
      const { codes, recovery_hashes } = makeCodes(key);
      const enabledAt = new Date(now());
      await db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('accounts')
          .set({
            totp_sealed: sealer.seal(secret),
            totp_at: enabledAt,
            totp_step: step,
            recovery_hashes,
            updated_at: enabledAt,
          })
          .where('id', '=', key)
          .execute();
        await transaction.deleteFrom('verifications').where('identifier', '=', toIdentifier(key)).execute();
      });
      await forgetTries(attempts, tries);
      return codes;
    },

    async end(accountKey) {
      await db
        .updateTable('accounts')
        .set({ totp_sealed: null, totp_at: null, totp_step: null, recovery_hashes: '[]', updated_at: new Date(now()) })
        .where('id', '=', accountKey)
        .execute();
    },

    async newRecoveryCodes(accountKey) {
      const { codes, recovery_hashes } = makeCodes(accountKey);
      const updateQuery = db.updateTable('accounts').set({ recovery_hashes }).where('id', '=', accountKey);
      const { numUpdatedRows } = await updateQuery.where('totp_at', 'is not', null).executeTakeFirst();
      if (numUpdatedRows === 0n) throw new AppError('NotFound');
      return codes;
    },

    async check(accountKey, text, caller) {
      const tries = factorTries(accountKey, caller, await devices.isKnown(accountKey, caller.device));
      await attempts.take(tries);
      const code = normalizeCode(text);
      const isTotp = /^\d{6}$/.test(code);
      const isRight = await (isTotp ? takeTotp(accountKey, code) : takeRecoveryCode(accountKey, code));
      if (!isRight) return false;
      await forgetTries(attempts, tries);
      if (!isTotp) await recoveryCodeUsed(accountKey, caller);
      return true;
    },
  };
}

function newCode(): string {
  const makeHalf = (): string => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return `${makeHalf()}-${makeHalf()}`;
}

/** Codes are copied by hand: blanks, dashes and capitals do not matter. */
function normalizeCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase();
}
