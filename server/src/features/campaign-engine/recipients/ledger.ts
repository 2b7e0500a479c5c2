import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/metadata/tables.ts';
import type { Senders } from '../senders.ts';
import { controlGroups } from '../variants/control-group.ts';
import { ending, erasing } from './end-recipients.ts';
import { preparing } from './prepare-recipients.ts';
import { counting, reading, readingOutcomes } from './read-recipients.ts';
import { claiming, settling } from './settle-recipients.ts';

/**
 * The recipients of campaigns, and the counts of each campaign: every statement changes both, so that
 * total = delivered + not_delivered + waiting + cancelled at every moment. See docs/decisions/0029-campaigns.md.
 */
export const createLedger = (db: Kysely<Tables>, now?: () => number) => ({
  ...ending(db, now),
  ...reading(db),
  ...counting(db),
  ...erasing(db),
  ...readingOutcomes(db),
  ...controlGroups(db),
});
export type Ledger = ReturnType<typeof createLedger>;

/** Ledger of the process that sends. */
export const createSendingLedger = (db: Kysely<Tables>, isOurs: Senders['isOurs'], now?: () => number) => ({
  ...createLedger(db, now),
  ...preparing(db, now),
  ...claiming(db, isOurs, now),
  ...settling(db, now),
});
export type SendingLedger = ReturnType<typeof createSendingLedger>;
