import * as z from 'zod/mini';
import { Language } from '../ids.ts';
import { provider } from './descriptor.ts';
import { telegram } from './telegram.ts';

/** Messages to a channel of Slack by an incoming webhook. */
export const slack = provider({
  category: 'messenger',
  settings: z.strictObject({ language: z._default(Language, 'en') }),
  secrets: z.strictObject({
    url: z
      .string()
      .check(
        z.trim(),
        z.regex(/^https:\/\/hooks\.slack\.com\/services\/T[A-Z0-9]{2,20}\/B[A-Z0-9]{2,20}\/[A-Za-z0-9]{16,64}$/),
      ),
  }),
  fields: [
    { key: 'url', input: 'text', placeholder: 'https://hooks.slack.com/services/…' },
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
