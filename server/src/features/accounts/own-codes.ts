import { randomInt, randomUUID } from 'node:crypto';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { codeLife } from './code.ts';

/** Purpose and account of a mailed code; only the newest one of a kind works. */
export interface CodeOf {
  kind: 'new-email' | 'proof';
  account: string;
}

interface Kept {
  hash: string;
  tries: number;
  /** New email that the code confirms; '' for a proof. */
  subject: string;
}

/** Codes for owners who are signed in. The sign-in library has those of sign-up and forgotten passwords. */
export function createOwnCodes({
  db,
  sealer,
  now,
}: {
  db: Metadata['db'];
  sealer: Pick<Sealer, 'hash'>;
  now: () => number;
}) {
  const toIdentifier = ({ kind, account }: CodeOf): string => `${kind} ${account}`;
  const hashDigits = (request: CodeOf, digits: string): string =>
    sealer.hash(`code ${toIdentifier(request)} ${digits}`);

  return {
    /** Makes a code; earlier ones become worthless. Returns its digits. */
    async issue(request: CodeOf, subject: string): Promise<string> {
      const digits = String(randomInt(10 ** codeLife.digits)).padStart(codeLife.digits, '0');
      const identifier = toIdentifier(request);
      const storedCode: Kept = { hash: hashDigits(request, digits), tries: 0, subject };
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('verifications').where('identifier', '=', identifier).execute();
        await transaction
          .insertInto('verifications')
          .values({
            id: randomUUID(),
            identifier,
            value: JSON.stringify(storedCode),
            expires_at: new Date(now() + codeLife.minutes * 60_000),
          })
          .execute();
      });
      return digits;
    },

    /** Uses a code up: gives what it is about, or null for a wrong, old or overtried one. */
    async take(request: CodeOf, text: string): Promise<string | null> {
      const digits = text.replaceAll(/\s/g, '');
      return db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('verifications')
          .selectAll()
          .where('identifier', '=', toIdentifier(request))
          .where('expires_at', '>', new Date(now()))
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) return null;
        const storedCode = JSON.parse(row.value) as Kept;
        const isRight = storedCode.hash === hashDigits(request, digits);
        // Right or the last try: either way it is used up.
        if (isRight || storedCode.tries + 1 >= codeLife.tries) {
          await transaction.deleteFrom('verifications').where('id', '=', row.id).execute();
        } else {
          const value = JSON.stringify({ ...storedCode, tries: storedCode.tries + 1 });
          await transaction.updateTable('verifications').set({ value }).where('id', '=', row.id).execute();
        }
        return isRight ? storedCode.subject : null;
      });
    },
  };
}
export type OwnCodes = ReturnType<typeof createOwnCodes>;
