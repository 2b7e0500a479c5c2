import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { sha256 } from '../../platform/sha256.ts';
import { codeLife, type LoginCodePurpose, type NewCode, parseCode } from './code.ts';

/** Purpose, address and browser for which a code was requested. */
export interface CodeRequest {
  purpose: LoginCodePurpose;
  email: string;
  device: string;
}

/** Code as it came back, with the browser that sent it. */
export interface ReturnedCode {
  purpose: LoginCodePurpose;
  text: string;
  /** Typed beside the digits; a link needs none. */
  email: string | undefined;
  device: string | null;
}

/**
 * Codes for owners who are not signed in. The digits work only in the browser that asked for them: guesses from
 * elsewhere spend nobody's tries, and an owner who types the digits of a mail they did not ask for activates nothing of
 * a stranger. The link of the mail carries 256 bits, which nobody guesses, and works everywhere.
 */
export function createMailedCodes({
  db,
  sealer,
  now,
}: {
  db: Metadata['db'];
  sealer: Pick<Sealer, 'hash'>;
  now: () => number;
}) {
  const hashDigits = ({ purpose, email, device }: CodeRequest, digits: string): string =>
    sealer.hash(`code ${purpose} ${email} ${device} ${digits}`);

  async function takeTyped(request: CodeRequest, digits: string) {
    return db.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom('mailed_codes')
        .select(['id', 'email', 'sign_up_id', 'code_hash', 'tries'])
        .where('purpose', '=', request.purpose)
        .where('email', '=', request.email)
        .where('device', '=', request.device)
        .where('expires_at', '>', new Date(now()))
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) return null;
      const isRight = row.code_hash === hashDigits(request, digits);
      // Right or the last try: either way it is used up.
      if (isRight || row.tries + 1 >= codeLife.tries) {
        await transaction.deleteFrom('mailed_codes').where('id', '=', row.id).execute();
      } else {
        const tries = row.tries + 1;
        await transaction.updateTable('mailed_codes').set({ tries }).where('id', '=', row.id).execute();
      }
      return isRight ? { email: row.email, signUp: row.sign_up_id } : null;
    });
  }

  async function takeLink(purpose: LoginCodePurpose, link: string) {
    const row = await db
      .deleteFrom('mailed_codes')
      .where('link_hash', '=', sha256(link))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', new Date(now()))
      .returning(['email', 'sign_up_id'])
      .executeTakeFirst();
    return row === undefined ? null : { email: row.email, signUp: row.sign_up_id };
  }

  return {
    /** Makes a code; the one that this browser asked for before becomes worthless. */
    async issue(request: CodeRequest, signUp: string | null): Promise<NewCode & { link: string }> {
      const digits = String(randomInt(10 ** codeLife.digits)).padStart(codeLife.digits, '0');
      const link = randomBytes(32).toString('base64url');
      const issuedAt = now();
      const values = {
        id: randomUUID(),
        sign_up_id: signUp,
        code_hash: hashDigits(request, digits),
        link_hash: sha256(link),
        tries: 0,
        created_at: new Date(issuedAt),
        expires_at: new Date(issuedAt + codeLife.minutes * 60_000),
      };
      await db
        .insertInto('mailed_codes')
        .values({ ...request, ...values })
        .onConflict((conflict) => conflict.columns(['purpose', 'email', 'device']).doUpdateSet(values))
        .execute();
      return { email: request.email, digits, link, purpose: request.purpose };
    },

    /** Uses a code up: whose email it proves and for which sign-up; null for a wrong, old or overtried one. */
    async take({
      purpose,
      text,
      email,
      device,
    }: ReturnedCode): Promise<{ email: string; signUp: string | null } | null> {
      const code = parseCode(text);
      if (code === null) return null;
      if ('link' in code) return takeLink(purpose, code.link);
      return email === undefined || device === null ? null : takeTyped({ purpose, email, device }, code.digits);
    },

    /** Makes the codes of an address worthless. */
    async drop(email: string): Promise<void> {
      await db.deleteFrom('mailed_codes').where('email', '=', email).execute();
    },
  };
}
export type MailedCodes = ReturnType<typeof createMailedCodes>;
