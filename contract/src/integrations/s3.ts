import * as z from 'zod/mini';
import { provider } from './descriptor.ts';

const isKey = (text: string): boolean => text.split('/').every((part) => part !== '.' && part !== '..');

/** Files with events to Amazon S3 or a storage with its API: MinIO, Cloudflare R2, Yandex Object Storage. */
export const s3 = provider({
  category: 'storage',
  settings: z.strictObject({
    /** '' = Amazon's of the region. */
    endpoint: z._default(z.string().check(z.trim(), z.maxLength(300), z.regex(/^$|^https?:\/\/[^\s@/?#]+\/?$/)), ''),
    region: z._default(z.string().check(z.trim(), z.regex(/^[a-z0-9-]{1,40}$/)), 'us-east-1'),
    bucket: z.string().check(z.trim(), z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)),
    /** Folder in the bucket; '' = none. */
    prefix: z._default(z.string().check(z.trim(), z.regex(/^[\w!.*'()/=-]{0,200}$/), z.refine(isKey)), ''),
    /** The bucket is in the path of addresses, not in the host. */
    path_style: z._default(z.boolean(), true),
    format: z._default(z.enum(['parquet', 'ndjson', 'csv']), 'parquet'),
  }),
  secrets: z.strictObject({
    access_key_id: z.string().check(z.trim(), z.regex(/^[\w.~+=@-]{3,128}$/)),
    secret_access_key: z.string().check(z.trim(), z.regex(/^[\x21-\x7e]{8,256}$/)),
  }),
  fields: [
    { key: 'endpoint', input: 'text', placeholder: 'https://storage.yandexcloud.net' },
    { key: 'region', input: 'text', placeholder: 'eu-central-1' },
    { key: 'bucket', input: 'text', placeholder: 'my-bucket' },
    { key: 'prefix', input: 'text', placeholder: 'botscope' },
    { key: 'path_style', input: 'switch' },
    { key: 'format', input: 'choice', options: ['parquet', 'ndjson', 'csv'] },
    { key: 'access_key_id', input: 'text', placeholder: 'AKIA…' },
    { key: 'secret_access_key', input: 'text' },
  ],
  target: ['endpoint', 'region', 'bucket'],
  unit: 'file',
  names: 'none',
  types: [
    ...(['events.file', 'user.started', 'user.left', 'user.returned'] as const),
    ...(['payment.succeeded', 'payment.refunded', 'subscription.changed'] as const),
    ...(['command.sent', 'button.pressed', 'message.received', 'app.event', 'site.event'] as const),
    ...(['link.clicked', 'field.changed'] as const),
  ],
  usualTypes: ['events.file'],
  maxAgeHours: null,
  // A file that is sent again replaces itself.
  repeats: 'known',
  usualUserIds: 'plain',
  forgetsUsers: false,
});
