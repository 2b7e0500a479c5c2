import * as z from 'zod/mini';
import { provider } from './descriptor.ts';

/** Members that are read of the key file of a service account. Its `token_uri` is not: tokens come from Google's own address. */
const ServiceAccount = z.object({
  type: z.literal('service_account'),
  client_email: z.string().check(z.maxLength(320), z.regex(/^[^\s@"]+@[a-z0-9.-]+\.gserviceaccount\.com$/)),
  private_key_id: z.string().check(z.minLength(1), z.maxLength(200)),
  private_key: z.string().check(z.maxLength(8_000), z.regex(/^-----BEGIN PRIVATE KEY-----\s[\sA-Za-z0-9+/=]+-----END/)),
});
export type ServiceAccount = z.output<typeof ServiceAccount>;

/** Key file of a service account; null where the text is none. */
export function parseServiceAccount(text: string): ServiceAccount | null {
  try {
    return z.parse(ServiceAccount, JSON.parse(text));
  } catch {
    return null;
  }
}

/** ID of a spreadsheet, by itself or in its address. */
const spreadsheet =
  /^(?:https:\/\/docs\.google\.com\/spreadsheets\/(?:u\/\d+\/)?d\/)?([A-Za-z0-9_-]{20,100})(?:[/?#].*)?$/;

/** '' where the text has none. */
export const spreadsheetId = (text: string): string => spreadsheet.exec(text)?.[1] ?? '';

/** One row for each event, below the last one. */
export const googleSheets = provider({
  category: 'storage',
  settings: z.strictObject({
    spreadsheet: z.string().check(z.trim(), z.maxLength(500), z.regex(spreadsheet)),
    /** Name of the sheet, as on its tab. */
    sheet: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  }),
  secrets: z.strictObject({
    key: z.string().check(
      z.trim(),
      z.maxLength(10_000),
      z.refine((text) => parseServiceAccount(text) !== null),
    ),
  }),
  fields: [
    { key: 'spreadsheet', input: 'text', placeholder: 'https://docs.google.com/spreadsheets/d/…' },
    { key: 'sheet', input: 'text', placeholder: 'Sheet1' },
    { key: 'key', input: 'document', placeholder: '{"type": "service_account", …}' },
  ],
  target: [],
  names: 'none',
  usualTypes: ['user.started', 'payment.succeeded', 'conversion.reached'],
  maxAgeHours: null,
  repeats: 'known',
  usualUserIds: 'plain',
  forgetsUsers: false,
});
