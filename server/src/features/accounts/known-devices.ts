import { deferCommit } from '../../platform/metadata/defer-commit.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';

/**
 * Browsers in which an account was signed in to. A stranger can use up the tries of all strangers; a browser that the
 * account knows has tries of its own, so that users are not locked out of their usual browsers.
 */
export interface KnownDevices {
  isKnown(accountKey: string | undefined, device: string | null): Promise<boolean>;
  remember(accountKey: string, device: string | null): Promise<void>;
  /** After a new password: an owner who knew the old one is a stranger again. */
  forget(accountKey: string): Promise<void>;
}

export function createKnownDevices(db: Metadata['db'], now: () => number): KnownDevices {
  return {
    async isKnown(accountKey = '', device) {
      // Checked for every address, so that an answer takes as long for an account that is not there.
      const row = db.selectFrom('known_devices').select('seen_at').where('account_id', '=', accountKey);
      return (await row.where('device', '=', device ?? '').executeTakeFirst()) !== undefined;
    },
    async remember(accountKey, device) {
      if (device === null) return;
      const seen_at = new Date(now());
      await deferCommit(db, (transaction) =>
        transaction
          .insertInto('known_devices')
          .values({ account_id: accountKey, device, seen_at })
          .onConflict((conflict) => conflict.columns(['account_id', 'device']).doUpdateSet({ seen_at }))
          .execute(),
      );
    },
    async forget(accountKey) {
      await db.deleteFrom('known_devices').where('account_id', '=', accountKey).execute();
    },
  };
}
