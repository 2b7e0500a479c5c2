import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { ConfigurationOf, DeliveryItem, OutgoingRequest } from '../provider.ts';

export type S3Configuration = Pick<ConfigurationOf<'s3'>, 'settings' | 'secrets'>;

/** 64 MB in two minutes are 4 Mbit/s. */
const uploadTimeoutMs = 120_000;
const dayMs = 86_400_000;

const contentTypes = {
  parquet: 'application/vnd.apache.parquet',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
} as const;

export const contentTypeOf = ({ settings }: S3Configuration): string => contentTypes[settings.format];

/** Key of an object in the folder of the integration. */
export const objectKey = ({ settings }: S3Configuration, path: string): string =>
  [...settings.prefix.split('/'), path].filter((part) => part !== '').join('/');

/** Key of the file of an item: by bot and day, as engines for files partition them; of an hour, or of the whole day. */
export function fileKey({ event }: DeliveryItem, configuration: S3Configuration): string {
  const [from, until] = [String(event.data.from), String(event.data.until)];
  const isDay = Date.parse(until) - Date.parse(from) === dayMs;
  const name = `${isDay ? 'day' : from.slice(11, 13)}.${configuration.settings.format}`;
  return objectKey(configuration, `bot=${event.bot.key}/dt=${from.slice(0, 10)}/${name}`);
}

export const endpointOf = ({ endpoint, region }: S3Configuration['settings']): string =>
  endpoint.replace(/\/$/, '') || `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;

/** Address of an object; `query` with its question mark. */
export function objectUrl({ settings }: S3Configuration, key: string, query = ''): string {
  const url = new URL(endpointOf(settings));
  const path = key.split('/').map(encodePart).join('/');
  if (settings.path_style) return `${url.origin}/${settings.bucket}/${path}${query}`;
  return `${url.protocol}//${settings.bucket}.${url.host}/${path}${query}`;
}

/** As signatures write it, so that the address and what is signed are the same text. */
const encodePart = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signs a request by Signature Version 4, with its body. */
export async function signRequest(
  { settings, secrets }: S3Configuration,
  request: Pick<OutgoingRequest, 'method' | 'url'> & { headers?: Record<string, string>; body?: Buffer },
  now: number,
): Promise<OutgoingRequest> {
  const { method, url, headers = {}, body = Buffer.alloc(0) } = request;
  const signer = new AwsV4Signer({
    ...{ method, url, region: settings.region, service: 's3' },
    ...{ accessKeyId: secrets.access_key_id, secretAccessKey: secrets.secret_access_key },
    headers: { ...headers, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
    datetime: signedTime(now),
  });
  const signed = await signer.sign();
  return {
    method,
    url,
    headers: { host: new URL(url).host, ...Object.fromEntries(signed.headers.entries()) },
    ...(body.length > 0 && { body }),
    timeoutMs: uploadTimeoutMs,
  };
}

/** Such as `20261120T120000Z`. */
export const signedTime = (now: number): string => new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, '');
