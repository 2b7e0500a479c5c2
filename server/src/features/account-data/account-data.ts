import type { Account, Proof } from '@botscope/contract';
import type { Mailer } from '../../platform/mail/mail.ts';
import { noticeMail } from '../../platform/mail/notices.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { type Accounts, type Caller, createAccountAudit } from '../accounts/accounts.ts';
import { subjectOf } from '../audit/audit.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import type { Connections } from '../connections/connections.ts';
import { eraseAccount } from './erase-account.ts';
import { exportAccount } from './export-account.ts';

/** Export and deletion of everything that belongs to an account. */
export interface AccountData {
  /** Previews a deletion: own bots with the number of members of each, and the number of shared bots. */
  deletion(
    accountKey: string,
  ): Promise<{ bots: { key: string; bot_name: string; members: number }[]; granted: number }>;
  /**
   * Deletes the account for good, at once. Its bots lose their owner and are removed: webhooks are given back, and
   * histories are deleted by the next round of the jobs. Returns the cookies that make the browser forget it, and the
   * names of the bots that wait for Telegram: a job goes on giving their webhooks back.
   * @throws what `Prove` throws; LastAdministrator
   */
  delete(account: Account, proof: Proof, caller: Caller): Promise<{ cookies: string[]; waiting: string[] }>;
  /** Everything that is kept of the account, without secrets, for a JSON file. */
  export(account: Account, caller: Caller): Promise<Record<string, unknown>>;
}

/** Time the user waits for Telegram, ms; less than a browser waits. */
const telegramTimeoutMs = 10_000;

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
  bots: Pick<Bots, 'ofAccount' | 'left'>;
  connections: Pick<Connections, 'removeLeaving'>;
  mailer: Pick<Mailer, 'send'>;
  now?: () => number;
}): AccountData {
  const audit = createAccountAudit({ db, notify: async () => undefined, now });

  const countMembers = async (ownBots: readonly BotRow[]): Promise<ReadonlyMap<string, number>> => {
    if (ownBots.length === 0) return new Map();
    const keys = ownBots.map(({ key }) => key);
    const countQuery = db.selectFrom('grants').select(['bot_key', ({ fn }) => fn.countAll().as('count')]);
    // A pending invitation is not counted: the number would reveal whether an invited email has an account.
    const rows = await countQuery
      .where('bot_key', 'in', keys)
      .where('expires_at', 'is', null)
      .groupBy('bot_key')
      .execute();
    return new Map(rows.map((row) => [row.bot_key, Number(row.count)]));
  };

  return {
    async deletion(accountKey) {
      const ownBots = await bots.ofAccount(accountKey);
      const members = await countMembers(ownBots);
      const countQuery = db.selectFrom('grants').select(({ fn }) => fn.countAll().as('count'));
      const { count } = await countQuery.where('account_key', '=', accountKey).executeTakeFirstOrThrow();
      return {
        bots: ownBots.map(({ key, bot_name }) => ({ key, bot_name, members: members.get(key) ?? 0 })),
        granted: Number(count),
      };
    },

    async delete(account, proof, caller) {
      await accounts.prove(account.key, proof, caller);
      const subject = { ...subjectOf({ account, raw: { ip: caller.address, headers: caller.headers } }) };
      const orphanedBots = await db
        .transaction()
        .execute((transaction) => eraseAccount(transaction, account, subject, new Date(now())));
      // From here on the account is gone, whatever happens: what fails below is done by the job.
      bots.left(orphanedBots);
      const waitingNames = (await connections.removeLeaving(orphanedBots, telegramTimeoutMs)).map(
        ({ bot_name }) => bot_name,
      );
      const { email, locale } = account;
      if (email !== null) {
        const notice = waitingNames.length === 0 ? 'account_deleted' : 'account_deleted_waiting';
        // The account is gone by now, whether or not its notice can be stored.
        await mailer.send(noticeMail(notice, email, locale, waitingNames)).catch(() => undefined);
      }
      // No session is left to end, but open streams of the account are notified.
      await accounts.sessions.endAll(account.key);
      return { cookies: await accounts.sessions.end(caller.headers), waiting: waitingNames };
    },

    async export(account, caller) {
      await audit(account, caller, 'account_exported');
      return exportAccount(db, account, new Date(now()));
    },
  };
}
