import type { Account, Proof } from '@botscope/contract';
import type { Kysely, Transaction } from 'kysely';
import { withdrawInvitations } from '../access/access.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import type { Connections } from '../connections/connections.ts';
import type { Mailer } from '../mail/mail.ts';
import { noticeMail } from '../mail/notices.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import type { Tables } from '../metadata/tables.ts';
import type { Accounts } from './accounts.ts';
import { type Caller, createAccountAudit } from './caller.ts';
import { exportAccount } from './export-account.ts';

/** What belongs to an account: taking it along, and making it disappear. */
export interface AccountData {
  /** What a deletion would take: own bots and how many others use each; access to so many bots of others. */
  deletion(
    accountKey: string,
  ): Promise<{ bots: { key: string; bot_name: string; members: number }[]; granted: number }>;
  /**
   * Deletes the account for good. Its bots are disconnected first, as if each were removed: webhooks are given back, and
   * their histories are deleted by the next round of the jobs. Returns the cookies that make the browser forget it.
   * @throws what `Prove` throws; TelegramUnavailable when a webhook cannot be given back: the account then still
   *   stands, with the bots that are left.
   */
  delete(account: Account, proof: Proof, caller: Caller): Promise<string[]>;
  /** Everything that is kept of the account, without secrets, for a JSON file. */
  export(account: Account, caller: Caller): Promise<Record<string, unknown>>;
}

export function createAccountData({
  metadata: { db },
  accounts,
  bots,
  connections,
  mailer,
  now = Date.now,
}: {
  metadata: Pick<Metadata, 'db'>;
  accounts: Pick<Accounts, 'prove' | 'sessions'>;
  bots: Pick<Bots, 'ofAccount'>;
  connections: Pick<Connections, 'remove'>;
  mailer: Pick<Mailer, 'send'>;
  now?: () => number;
}): AccountData {
  const audit = createAccountAudit({ db, tell: async () => undefined, now });

  const membersOf = async (own: readonly BotRow[]): Promise<ReadonlyMap<string, number>> => {
    if (own.length === 0) return new Map();
    const keys = own.map(({ key }) => key);
    const counted = db.selectFrom('grants').select(['bot_key', ({ fn }) => fn.countAll().as('count')]);
    // Whoever has not come yet is not counted: the number would tell whether an invited e-mail has an account.
    const rows = await counted.where('bot_key', 'in', keys).where('lapses_at', 'is', null).groupBy('bot_key').execute();
    return new Map(rows.map((row) => [row.bot_key, Number(row.count)]));
  };

  /** False if a bot was connected meanwhile. */
  const eraseIn = async (transaction: Transaction<Tables>, accountKey: string): Promise<boolean> => {
    // Nobody connects a bot to an account while it is being deleted: the key's row is locked.
    await transaction.selectFrom('accounts').select('id').where('id', '=', accountKey).forUpdate().execute();
    const left = transaction.selectFrom('bots').select('key').where('account_key', '=', accountKey);
    if (await left.where('removed_at', 'is', null).executeTakeFirst()) return false;
    // Removed bots wait for their histories to be deleted: the account must not take their rows with it.
    await transaction.updateTable('bots').set({ account_key: null }).where('account_key', '=', accountKey).execute();
    await forgetCodes(transaction, accountKey);
    await withdrawInvitations(transaction, accountKey, new Date(now()));
    await transaction.deleteFrom('accounts').where('id', '=', accountKey).execute();
    return true;
  };

  return {
    async deletion(accountKey) {
      const own = await bots.ofAccount(accountKey);
      const members = await membersOf(own);
      const granted = db.selectFrom('grants').select(({ fn }) => fn.countAll().as('count'));
      const { count } = await granted.where('account_key', '=', accountKey).executeTakeFirstOrThrow();
      return {
        bots: own.map(({ key, bot_name }) => ({ key, bot_name, members: members.get(key) ?? 0 })),
        granted: Number(count),
      };
    },

    async delete(account, proof, caller) {
      await accounts.prove(account.key, proof, caller);
      const removed: string[] = [];
      do {
        for (const bot of await bots.ofAccount(account.key)) {
          await connections.remove(bot);
          removed.push(bot.bot_name);
        }
      } while (!(await db.transaction().execute((transaction) => eraseIn(transaction, account.key))));
      await audit(account, caller, 'account_deleted', { bots: removed });
      const { email, locale } = account;
      // The deed is done; a mail that does not leave changes nothing.
      if (email !== null) mailer.send(noticeMail('account_deleted', email, locale)).catch(() => undefined);
      // Nothing is left to end, but what is open for the account hears of it.
      await accounts.sessions.endAll(account.key);
      return accounts.sessions.end(caller.headers);
    },

    async export(account, caller) {
      await audit(account, caller, 'account_exported');
      return exportAccount(db, account, new Date(now()));
    },
  };
}

/** Codes and half-finished keys of the account; the rest of what is kept of it goes with its row. */
async function forgetCodes(db: Kysely<Tables>, accountKey: string): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where('identifier', 'in', [`new-email ${accountKey}`, `proof ${accountKey}`, `totp ${accountKey}`])
    .execute();
}
