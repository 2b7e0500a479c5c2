import type { ProviderTexts } from '../../shared/provider-texts.ts';

export const texts = {
  name: 'S3',
  about: 'Store files with events in Amazon S3, MinIO, Cloudflare R2 or Yandex Object Storage.',
  leaves:
    'A file for each hour with events, or for each day of earlier ones, to your bucket: time, kind and name of the event, source, link parameters, amount, currency; the user ID, language and Premium. Names and texts only if you allow them. Files stored earlier may still contain users who were erased since: delete these there by hand.',
  steps: {
    bucket: 'Create a bucket, or choose one, in your storage.',
    key: 'Create an access key that may store and delete objects in this bucket (s3:PutObject, s3:DeleteObject, s3:AbortMultipartUpload).',
    copy: 'Copy the access key ID and the secret access key. The secret is usually shown only once.',
  },
  fields: {
    endpoint: { label: 'Endpoint', hint: 'Address of the storage without the bucket. Empty: Amazon S3 of the region.' },
    region: { label: 'Region', hint: 'Region of the bucket, such as eu-central-1. Cloudflare R2: auto.' },
    bucket: { label: 'Bucket', hint: 'Name of the bucket.' },
    prefix: { label: 'Folder', hint: 'Files are stored in it, by bot and day. Empty: no folder.' },
    path_style: {
      label: 'Bucket in the path of the address',
      hint: 'Suits MinIO and most storages. Off: the bucket is part of the host name.',
    },
    format: {
      label: 'Format',
      hint: 'Parquet is the smallest, and the fastest to query.',
      options: { parquet: 'Parquet', ndjson: 'NDJSON', csv: 'CSV' },
    },
    access_key_id: { label: 'Access key ID', hint: 'Of a key for this bucket only.' },
    secret_access_key: { label: 'Secret access key', hint: 'Belongs to the same key.' },
  },
  test: 'Stores the file botscope-test.txt and deletes it. Success proves that the key may write to the bucket. A key that may not delete leaves the file there.',
} satisfies ProviderTexts<'s3'>;
