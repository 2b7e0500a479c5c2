import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';

/** Data of the buttons that are ours: the campaign that a message belongs to follows. Bots do not get these presses. */
export const mailingPressPattern = /^botscope:(unsubscribe|subscribe):([1-9]\d{0,8})$/;
export const mailingPressPrefix = 'botscope:';
export const mailingPressData = (action: 'unsubscribe' | 'subscribe', campaignId: number): string =>
  `${mailingPressPrefix}${action}:${campaignId}`;

const command = z.nullable(z.string().check(z.regex(/^\/[a-z0-9_]{1,32}$/)));

/** Settings for unsubscribing from a bot's mailings, and for all of its campaigns. */
export const MailingSettings = z.object({
  /** Campaign messages have a button below them. */
  has_button: z.boolean(),
  button_text: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  /** After an unsubscription that button becomes "Subscribe again". */
  offers_return: z.boolean(),
  /** In lower case, with its slash; null: none. The bot gets it as well. */
  command,
  /** Command for users who want mailings again; differs from `command`. */
  return_command: z._default(command, null),
  /** Most messages of campaigns that a user gets within `hours`; service messages are not counted. */
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
  return_command: null,
  cap: null,
  time_zone_field: null,
};

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
};
