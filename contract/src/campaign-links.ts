import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath, campaignPath } from './ids.ts';

/** A tracked link of a campaign, and how often it was opened: docs/metrics.md, "Tracked links". */
export const LinkClicks = z.object({
  /** Names it within the message. */
  link: z.number(),
  place: z.enum(['button', 'text']),
  /** Label of the button, or the linked stretch of text. */
  text: z.string(),
  /** As it is written, with its variables. */
  url: z.string(),
  users: z.number(),
  clicks: z.number(),
});
export type LinkClicks = z.output<typeof LinkClicks>;

const view = 'tasker.task.view';

export const campaignLinkEndpoints = {
  /** Address that tracked links of this installation lead to; null where it has none that users could open. */
  trackedLinkAddress: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaign-links',
    access: view,
    params: botPath,
    data: z.object({ address: z.nullable(z.string()) }),
  }),
  /** The tracked links of a campaign in the order of the message; empty where it tracks none. */
  campaignLinks: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns/{campaign_id}/results/links',
    access: view,
    heavy: true,
    params: campaignPath,
    data: z.array(LinkClicks),
  }),
};
