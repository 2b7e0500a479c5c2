import * as z from 'zod/mini';
import { eventKind } from './event-kind.ts';

const Campaign = z.object({ campaign_id: z.number(), name: z.string() });
/** Messages by what became of them. */
const Ended = z.extend(Campaign, { sent: z.number(), failed: z.number(), skipped: z.number() });
const campaign = { campaign_id: 101, name: 'Spring sale' };
const ended = { ...campaign, sent: 980, failed: 15, skipped: 5 };

/** Written by the engine of campaigns. */
export const campaignEvents = {
  'campaign.started': eventKind('bot', Campaign, campaign),
  'campaign.finished': eventKind('bot', Ended, ended),
  'campaign.stopped': eventKind('bot', Ended, ended),
} as const;
