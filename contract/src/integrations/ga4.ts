import * as z from 'zod/mini';
import { provider } from './descriptor.ts';
import { starValueFields, starValueSettings } from './star-value.ts';

/** Measurement Protocol of Google Analytics 4, for a web data stream. */
export const ga4 = provider({
  category: 'analytics',
  settings: z.strictObject({
    measurement_id: z.string().check(z.trim(), z.regex(/^G-[A-Z0-9]{4,20}$/)),
    /** Where Google receives the events. */
    region: z._default(z.enum(['global', 'eu']), 'global'),
    ...starValueSettings,
  }),
  secrets: z.strictObject({
    api_secret: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{8,100}$/)),
  }),
  fields: [
    { key: 'measurement_id', input: 'text', placeholder: 'G-XXXXXXXXXX' },
    { key: 'api_secret', input: 'text' },
    { key: 'region', input: 'choice', options: ['global', 'eu'] },
    ...starValueFields,
  ],
  target: ['measurement_id'],
  names: 'optional',
  // Letters, digits and underscores, at most 40 characters; names that GA4 recommends where there is one.
  defaultNames: {
    'user.started': 'bot_start',
    'user.left': 'bot_left',
    'user.returned': 'bot_returned',
    'payment.succeeded': 'purchase',
    'payment.refunded': 'refund',
    'subscription.changed': 'subscription_changed',
    'conversion.reached': 'bot_conversion',
    'command.sent': 'bot_command',
    'button.pressed': 'bot_button',
    'message.received': 'bot_message',
    'app.event': 'mini_app_event',
    'site.event': 'site_event',
    'link.clicked': 'bot_link_click',
    'field.changed': 'field_changed',
  },
  types: [
    'user.started',
    'user.left',
    'user.returned',
    'payment.succeeded',
    'payment.refunded',
    'subscription.changed',
    'conversion.reached',
    'command.sent',
    'button.pressed',
    'message.received',
    'app.event',
    'site.event',
    'link.clicked',
    'field.changed',
  ],
  usualTypes: ['user.started', 'payment.succeeded', 'payment.refunded', 'conversion.reached'],
  maxAgeHours: 72,
  repeats: 'possible',
  usualUserIds: 'hashed',
  forgetsUsers: false,
});
