import { randomUUID } from 'node:crypto';
import type { Event } from '@botscope/contract';
import { dayMs } from '../../platform/time-units.ts';
import { blankEvent } from './blank-event.ts';
import { hashEventId } from './event-id.ts';

/** A recipient of a campaign opened one of its tracked links. */
export interface LinkClick {
  /** Public key of the bot. */
  bot: string;
  userId: number;
  campaignId: number;
  /** Index of the campaign's message, and number of the link in it. */
  message: number;
  link: number;
  /** Unix ms. */
  at: number;
}

/** Names a link of a campaign in `text` of its clicks. */
export const clickedLink = (message: number, link: number): string => `${message}:${link}`;

/**
 * The event of a click. It happens in a browser, so it is no action and no contact: users who have left the bot can open
 * an old message. There are no copies of it: each click is an event of its own.
 */
export function linkClickEvent({ bot, userId, campaignId, message, link, at }: LinkClick): Event {
  return {
    ...blankEvent({ bot, receivedAt: at }),
    userId,
    chatId: userId,
    kind: 'link_click',
    name: String(campaignId),
    text: clickedLink(message, link),
    partitionKey: Math.floor(at / dayMs),
    id: hashEventId(`${bot} link_click ${randomUUID()}`),
    payload: JSON.stringify({ link_click: { campaign_id: campaignId, message, link } }),
  };
}
