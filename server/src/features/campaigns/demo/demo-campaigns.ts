import { CampaignAudience, CampaignMessage } from '@botscope/contract';
import * as z from 'zod/mini';

/** A campaign that the demo shop sent before anyone looked. */
export interface DemoCampaign {
  name: string;
  /** Days before the first start on which it was sent, at `hour`. */
  daysAgo: number;
  hour: number;
  audience: CampaignAudience;
  message: CampaignMessage;
  /** Part of the users who were there at that time. */
  share: number;
  /** Someone stopped it after this share of its recipients, and finished it later. */
  stoppedAt?: number;
  picture?: { from: readonly [number, number, number]; to: readonly [number, number, number] };
}

const audience = (input: z.input<typeof CampaignAudience>): CampaignAudience => z.parse(CampaignAudience, input);
const message = (input: z.input<typeof CampaignMessage>): CampaignMessage => z.parse(CampaignMessage, input);

/** Campaigns of the demo shop: with a picture, buttons, variables, formatting. */
export const demoCampaigns: readonly DemoCampaign[] = [
  {
    name: 'New collection',
    daysAgo: 41,
    hour: 11,
    share: 0.8,
    audience: audience({ kind: 'all' }),
    message: message({
      text: 'Hi {first_name|there}! The new collection is here: sneakers, jackets and backpacks.\nFree delivery until Sunday.',
      entities: [{ type: 'bold', offset: 26, length: 22 }],
      buttons: [
        [{ text: '🛍 See the collection', callback_data: 'catalog' }],
        [
          { text: 'Sneakers', callback_data: 'item:1' },
          { text: 'Jackets', callback_data: 'item:2' },
        ],
      ],
    }),
    picture: { from: [255, 170, 90], to: [170, 60, 140] },
  },
  {
    name: 'Free delivery this week',
    daysAgo: 19,
    hour: 17,
    share: 0.35,
    audience: audience({
      kind: 'rules',
      rules: { match: 'all', rules: [{ kind: 'field', key: 'city', is: 'is', values: ['Berlin', 'Riga'] }] },
    }),
    message: message({
      text: '{first_name|Hello}, delivery is free this week. Your cart is waiting.',
      buttons: [
        [
          { text: '🧺 Cart', callback_data: 'cart' },
          { text: '💳 Pay', callback_data: 'pay' },
        ],
      ],
    }),
  },
  {
    name: 'Backpacks are back in stock',
    daysAgo: 6,
    hour: 12,
    share: 0.6,
    stoppedAt: 0.55,
    audience: audience({ kind: 'all' }),
    message: message({
      text: 'You asked, we have them again: backpacks in three colors.',
      buttons: [[{ text: 'Show backpacks', callback_data: 'item:3' }]],
    }),
  },
  {
    name: 'A gift card for you',
    daysAgo: 2,
    hour: 10,
    share: 0.3,
    audience: audience({ kind: 'all', without_recent_hours: 48 }),
    message: message({
      text: 'A gift card fits everyone, {first_name|friend}. Today with 10 % off.',
      buttons: [[{ text: '🎁 Gift card', callback_data: 'item:7' }]],
    }),
    picture: { from: [90, 160, 250], to: [40, 60, 130] },
  },
];
