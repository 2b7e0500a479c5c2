import * as z from 'zod/mini';
import { analyticsTypes, usualAnalyticsTypes } from './analytics-types.ts';
import { provider } from './descriptor.ts';

/** Events by the tracking API of Segment, which passes them on to other tools. */
export const segment = provider({
  category: 'analytics',
  settings: z.strictObject({ region: z._default(z.enum(['us', 'eu']), 'us') }),
  secrets: z.strictObject({ write_key: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9]{16,64}$/)) }),
  fields: [
    { key: 'region', input: 'choice', options: ['us', 'eu'] },
    { key: 'write_key', input: 'text' },
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
