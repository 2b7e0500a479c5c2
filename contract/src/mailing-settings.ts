import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';
import { personPath } from './person.ts';

/** Data of the buttons that are ours: the campaign that a message belongs to follows. Bots do not get these presses. */
export const mailingPressPattern = /^botscope:(unsubscribe|subscribe):([1-9]\d{0,8})$/;
export const mailingPressPrefix = 'botscope:';
export const mailingPressData = (action: 'unsubscribe' | 'subscribe', campaignId: number): string =>
  `${mailingPressPrefix}${action}:${campaignId}`;

/** How users of a bot end its mailings, and what holds for all of its campaigns. */
export const MailingSettings = z.object({
  /** Campaign messages have a button below them. */
  has_button: z.boolean(),
  button_text: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  /** After an unsubscription that button becomes "Subscribe again". */
  offers_return: z.boolean(),
  /** In lower case, with its slash; null: none. The bot gets it as well. */
  command: z.nullable(z.string().check(z.regex(/^\/[a-z0-9_]{1,32}$/))),
  /** No user gets more messages of campaigns than this within so many hours; service messages are not counted. */
  cap: z.nullable(
    z.object({ messages: z.int().check(z.gte(1), z.lte(50)), hours: z.int().check(z.gte(1), z.lte(720)) }),
  ),
  /** Key of the custom field that has users' time zones: `Europe/Moscow` or `+03:00`. Of the type text or choice. */
  time_zone_field: z._default(z.nullable(z.string().check(z.regex(/^[\w-]{1,64}$/))), null),
});
export type MailingSettings = z.output<typeof MailingSettings>;

export const defaultMailingSettings: MailingSettings = {
  has_button: false,
  button_text: 'Unsubscribe',
  offers_return: true,
  command: null,
  cap: null,
  time_zone_field: null,
};

/** A button or command of the user, or a colleague for them. */
export const unsubscribeSources = ['button', 'command', 'colleague'] as const;
export type UnsubscribeSource = (typeof unsubscribeSources)[number];

/** That a user has unsubscribed from a bot's mailings. */
export const Unsubscription = z.object({
  at: z.string(),
  source: z.enum(unsubscribeSources),
  /** The campaign whose button was pressed, or that came last before the command; null where there is none. */
  campaign: z.nullable(z.object({ campaign_id: z.number(), name: z.string() })),
});
export type Unsubscription = z.output<typeof Unsubscription>;

/** Someone who has unsubscribed. Names are '' for those who may not see users. */
export const UnsubscribedUser = z.object({
  user_id: z.number(),
  name: z.string(),
  username: z.string(),
  at: z.string(),
  source: z.enum(unsubscribeSources),
});
export type UnsubscribedUser = z.output<typeof UnsubscribedUser>;

const after = z.optional(z.string().check(z.regex(/^\d{1,15}$/)));

export const mailingSettingsEndpoints = {
  getMailingSettings: endpoint({
    method: 'GET',
    path: '/bots/{key}/mailing-settings',
    access: 'settings.view',
    params: botPath,
    data: MailingSettings,
  }),
  setMailingSettings: endpoint({
    method: 'POST',
    path: '/bots/{key}/mailing-settings',
    access: 'settings.edit',
    params: botPath,
    body: MailingSettings,
    data: MailingSettings,
  }),
  /** Null: the user has not unsubscribed. */
  getUnsubscription: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/unsubscription',
    access: 'section.users.list',
    params: personPath,
    data: z.object({ unsubscription: z.nullable(Unsubscription) }),
  }),
  /** Subscribes a user again who has unsubscribed: to be asked for by that user. */
  subscribeAgain: endpoint({
    method: 'POST',
    path: '/bots/{key}/users/{user_id}/subscribe-again',
    access: 'section.users.messages.send',
    params: personPath,
    data: z.object({ unsubscription: z.nullable(Unsubscription) }),
  }),
  /** Who has unsubscribed after a campaign, in the order of their ids. `after`: the last id of the page before. */
  campaignUnsubscribed: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns/{campaign_id}/unsubscribed',
    access: 'tasker.users.list',
    heavy: true,
    params: z.extend(botPath, { campaign_id: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) }),
    query: z.object({ after }),
    data: z.object({ total: z.number(), users: z.array(UnsubscribedUser), next: z.nullable(z.number()) }),
  }),
};
