import * as z from 'zod/mini';
import { analyticsTypes, usualAnalyticsTypes } from './analytics-types.ts';
import { provider } from './descriptor.ts';

/** Events by the HTTP API of Amplitude. */
export const amplitude = provider({
  category: 'analytics',
  settings: z.strictObject({
    region: z._default(z.enum(['us', 'eu']), 'us'),
    /** Payments in it are sent as revenue: Amplitude adds up revenue whatever its currency. */
    revenue_currency: z._default(z.string().check(z.trim(), z.regex(/^[A-Z]{3}$/)), 'USD'),
  }),
  secrets: z.strictObject({ api_key: z.string().check(z.trim(), z.regex(/^[0-9a-fA-F]{32}$/)) }),
  fields: [
    { key: 'region', input: 'choice', options: ['us', 'eu'] },
    { key: 'api_key', input: 'text' },
    { key: 'revenue_currency', input: 'text', placeholder: 'USD' },
  ],
  target: [],
  names: 'optional',
  types: analyticsTypes,
  usualTypes: usualAnalyticsTypes,
  maxAgeHours: null,
  repeats: 'known',
  usualUserIds: 'hashed',
  forgetsUsers: false,
});
