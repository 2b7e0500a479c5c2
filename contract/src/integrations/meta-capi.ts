import * as z from 'zod/mini';
import { provider } from './descriptor.ts';
import { starValueFields, starValueSettings } from './star-value.ts';

/** Conversions API of Meta. */
export const metaCapi = provider({
  category: 'ads',
  settings: z.strictObject({
    /** Also the ID of a pixel. */
    dataset_id: z.string().check(z.trim(), z.regex(/^[1-9]\d{4,19}$/)),
    /** While it is set, events are also shown under Test Events. */
    test_event_code: z._default(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{0,40}$/)), ''),
    ...starValueSettings,
  }),
  secrets: z.strictObject({
    access_token: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_|-]{20,1000}$/)),
  }),
  fields: [
    { key: 'dataset_id', input: 'text', placeholder: '1234567890123456' },
    { key: 'access_token', input: 'text', placeholder: 'EAA…' },
    { key: 'test_event_code', input: 'text', placeholder: 'TEST12345' },
    ...starValueFields,
  ],
  target: ['dataset_id'],
  names: 'required',
  defaultNames: {
    'user.started': 'Lead',
    'conversion.reached': 'CompleteRegistration',
    'payment.succeeded': 'Purchase',
    'subscription.changed': 'Subscribe',
  },
  types: [
    'user.started',
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
  maxAgeHours: 168,
  repeats: 'known',
  usualUserIds: 'hashed',
  forgetsUsers: false,
});
