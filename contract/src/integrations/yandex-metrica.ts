import * as z from 'zod/mini';
import { provider } from './descriptor.ts';
import { starValueFields, starValueSettings } from './star-value.ts';

/** Measurement Protocol for what is fresh, offline conversions for what is older. */
export const yandexMetrica = provider({
  category: 'analytics',
  settings: z.strictObject({
    counter_id: z.string().check(z.trim(), z.regex(/^[1-9]\d{0,11}$/)),
    /** Events of users whose ClientID is not known: not sent, or sent as offline conversions by UserID. */
    unknown_users: z._default(z.enum(['skip', 'user_id']), 'skip'),
    /** An event that fits no visit is lost, so a page view opens one where the last visit ended more than 12 hours ago. */
    open_visits: z._default(z.boolean(), true),
    ...starValueSettings,
  }),
  secrets: z.strictObject({
    /** Token of the Measurement Protocol. */
    token: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_.:-]{6,200}$/)),
    /** For offline conversions; '' = none are sent. */
    oauth_token: z._default(z.string().check(z.trim(), z.regex(/^$|^[A-Za-z0-9_.-]{16,300}$/)), ''),
  }),
  fields: [
    { key: 'counter_id', input: 'text', placeholder: '12345678' },
    { key: 'token', input: 'text' },
    { key: 'oauth_token', input: 'text', placeholder: 'y0_…' },
    { key: 'unknown_users', input: 'choice', options: ['skip', 'user_id'] },
    { key: 'open_visits', input: 'switch' },
    ...starValueFields,
  ],
  target: ['counter_id'],
  names: 'required',
  defaultNames: {
    'user.started': 'bot_start',
    'payment.succeeded': 'bot_purchase',
    'conversion.reached': 'bot_conversion',
  },
  types: [
    'user.started',
    'user.left',
    'user.returned',
    'payment.succeeded',
    'subscription.changed',
    'conversion.reached',
    'command.sent',
    'button.pressed',
    'message.received',
    'app.event',
    'link.clicked',
  ],
  usualTypes: ['user.started', 'payment.succeeded', 'conversion.reached'],
  // Offline conversions join visits of the last 21 days.
  maxAgeHours: 504,
  repeats: 'possible',
  usualUserIds: 'hashed',
  joins: 'ym',
  forgetsUsers: false,
});
