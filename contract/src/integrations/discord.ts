import * as z from 'zod/mini';
import { Language } from '../ids.ts';
import { provider } from './descriptor.ts';
import { telegram } from './telegram.ts';

/** Messages to a channel of Discord by a webhook. */
export const discord = provider({
  category: 'messenger',
  settings: z.strictObject({
    /** ID of a thread of the channel; '' = none. Forums need one. */
    thread: z._default(z.string().check(z.trim(), z.regex(/^(\d{15,20})?$/)), ''),
    language: z._default(Language, 'en'),
  }),
  secrets: z.strictObject({
    url: z
      .string()
      .check(
        z.trim(),
        z.regex(
          /^https:\/\/(?:ptb\.|canary\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,20}\/[\w-]{40,100}$/,
        ),
      ),
  }),
  fields: [
    { key: 'url', input: 'text', placeholder: 'https://discord.com/api/webhooks/…' },
    { key: 'thread', input: 'text' },
    { key: 'language', input: 'choice', options: Language.options },
  ],
  target: [],
  names: 'none',
  usualTypes: telegram.usualTypes,
  maxAgeHours: null,
  repeats: 'possible',
  usualUserIds: 'plain',
  forgetsUsers: false,
});
