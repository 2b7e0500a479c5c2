import * as z from 'zod/mini';
import { Language } from '../ids.ts';
import { provider } from './descriptor.ts';

/** Messages to a chat by a bot of the owner. */
export const telegram = provider({
  category: 'messenger',
  settings: z.strictObject({
    /** ID of a user, a group or a channel, or the @name of a public group or channel. */
    chat: z.string().check(z.trim(), z.regex(/^(-?[1-9]\d{0,15}|@[A-Za-z]\w{3,31})$/)),
    /** ID of a topic of a group; '' = none. */
    topic: z._default(z.string().check(z.trim(), z.regex(/^([1-9]\d{0,9})?$/)), ''),
    language: z._default(Language, 'en'),
  }),
  secrets: z.strictObject({
    token: z.string().check(z.trim(), z.regex(/^[1-9]\d{4,15}:[A-Za-z0-9_-]{30,64}$/)),
  }),
  fields: [
    { key: 'token', input: 'text', placeholder: '123456789:AA…' },
    { key: 'chat', input: 'text', placeholder: '-1001234567890' },
    { key: 'topic', input: 'text' },
    { key: 'language', input: 'choice', options: Language.options },
  ],
  target: [],
  names: 'none',
  usualTypes: ['payment.succeeded', 'payment.refunded', 'conversion.reached', 'bot.problem', 'bot.recovered'],
  maxAgeHours: null,
  repeats: 'possible',
  usualUserIds: 'plain',
  forgetsUsers: false,
});
