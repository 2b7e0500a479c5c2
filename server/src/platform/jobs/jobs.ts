import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { forgetInvitations } from '../../features/access/access.ts';
import { deviceLifeMs } from '../../features/accounts/accounts.ts';
import { forgetOldAudit } from '../../features/audit/audit.ts';
import { trimBotErrors } from '../../features/bot-errors/bot-errors.ts';
import type { BotSettingsService } from '../../features/bot-settings/bot-settings.ts';
import type { HiddenCommands } from '../../features/hidden-commands/hidden-commands.ts';
import { outboxOf } from '../mail/mail.ts';
import type { Metadata } from '../metadata/open-metadata.ts';

/** What a job may use. */
export interface JobContext {
  metadata: Pick<Metadata, 'db'>;
  dataDir: string;
  /** Deletes the history of removed bots; gives their number. */
  forgetRemovedBots(): Promise<number>;
  /** Removes bots whose owner's account is deleted; gives how many there were, and how many still wait for Telegram. */
  removeLeavingBots(): Promise<{ bots: number; waiting: number }>;
  botSettings: Pick<BotSettingsService, 'finishRereads' | 'forgetOldEvents' | 'rollUpAll'>;
  hiddenCommands: Pick<HiddenCommands, 'findAll'>;
  /** Tells of new posts those who want it; gives the number of posts. */
  tellNews(): Promise<number>;
  /** The time it runs, in milliseconds. */
  now: number;
}

export interface Job {
  name: string;
  /** Cron, UTC: minute, hour, day of month, month, day of week. */
  schedule: string;
  /** What it did, for the log. Must bear being run twice. */
  run(context: JobContext): Promise<Record<string, number>>;
}

const day = 86_400_000;
const outboxDays = 30;

/** All background work. One process of the installation runs each at its time. */
export const jobs: readonly Job[] = [
  { name: 'forget-expired', schedule: '17 * * * *', run: forgetExpired },
  // What the deletion of an account begins is usually done at once; here it is done to the end.
  { name: 'remove-leaving-bots', schedule: '*/10 * * * *', run: ({ removeLeavingBots }) => removeLeavingBots() },
  { name: 'forget-removed-bots', schedule: '*/10 * * * *', run: forgetRemovedBots },
  // What a change of start rules begins is usually done at once; here it is done to the end.
  { name: 'finish-rereads', schedule: '*/10 * * * *', run: ({ botSettings, now }) => botSettings.finishRereads(now) },
  {
    name: 'find-hidden-commands',
    schedule: '37 * * * *',
    run: ({ hiddenCommands, now }) => hiddenCommands.findAll(now),
  },
  { name: 'forget-old-events', schedule: '5 1 * * *', run: ({ botSettings, now }) => botSettings.forgetOldEvents(now) },
  // A day is closed by one run and told by the next.
  { name: 'roll-up', schedule: '*/10 * * * *', run: ({ botSettings, now }) => botSettings.rollUpAll(now) },
  {
    name: 'forget-invitations',
    schedule: '29 3 * * *',
    run: ({ metadata, now }) => forgetInvitations(metadata.db, now),
  },
  { name: 'trim-bot-errors', schedule: '23 3 * * *', run: trimErrorLogs },
  { name: 'tell-news', schedule: '7 * * * *', run: async ({ tellNews }) => ({ posts: await tellNews() }) },
  {
    name: 'forget-old-audit',
    schedule: '53 3 * * *',
    run: async ({ metadata, now }) => ({ deleted: await forgetOldAudit(metadata.db, now) }),
  },
  { name: 'trim-outbox', schedule: '41 3 * * *', run: trimOutbox },
];

/** Sessions, codes and rate limits whose time is over: they work no more, and only take room. */
async function forgetExpired({ metadata: { db }, now }: JobContext): Promise<Record<string, number>> {
  const time = new Date(now);
  const sessions = await db.deleteFrom('sessions').where('expires_at', '<', time).executeTakeFirst();
  const codes = await db.deleteFrom('verifications').where('expires_at', '<', time).executeTakeFirst();
  const mailed = await db.deleteFrom('mailed_codes').where('expires_at', '<', time).executeTakeFirst();
  const signUps = await db.deleteFrom('sign_ups').where('expires_at', '<', time).executeTakeFirst();
  const lastSeen = new Date(now - deviceLifeMs);
  const devices = await db.deleteFrom('known_devices').where('seen_at', '<', lastSeen).executeTakeFirst();
  const limits = await db.deleteFrom('attempts').where('window_ends_at', '<', time).executeTakeFirst();
  return {
    sessions: Number(sessions.numDeletedRows),
    codes: Number(codes.numDeletedRows + mailed.numDeletedRows),
    signUps: Number(signUps.numDeletedRows),
    devices: Number(devices.numDeletedRows),
    limits: Number(limits.numDeletedRows),
  };
}

async function forgetRemovedBots(context: JobContext): Promise<Record<string, number>> {
  return { bots: await context.forgetRemovedBots() };
}

async function trimErrorLogs({ metadata: { db }, now }: JobContext): Promise<Record<string, number>> {
  return { deleted: await trimBotErrors(db, now) };
}

async function trimOutbox({ dataDir, now }: JobContext): Promise<Record<string, number>> {
  const outbox = outboxOf(dataDir);
  // Without a mail ever written there is no folder.
  const names = await readdir(outbox).catch(() => []);
  let deleted = 0;
  for (const name of names) {
    const file = join(outbox, name);
    const { mtimeMs } = await stat(file);
    if (mtimeMs >= now - outboxDays * day) continue;
    await rm(file, { force: true });
    deleted += 1;
  }
  return { deleted };
}
