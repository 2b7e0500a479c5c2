import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { PartnerRequest } from './partner-server.ts';

type SignedRequest = Pick<PartnerRequest, 'method' | 'path' | 'query' | 'headers' | 'body'>;

export interface S3Account {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** An error as the storage answers it. */
export interface S3Error {
  status: number;
  code: string;
  message: string;
  /** Further elements. */
  more?: Record<string, string>;
}

const maxSkewMs = 15 * 60_000;
const pattern =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/([^/,]+)\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/** Checks a request by AWS Signature Version 4, as S3 does. @returns the error, or null */
export function checkSignature(request: SignedRequest, account: S3Account, now: number): S3Error | null {
  const { headers, body } = request;
  if (headers.authorization === undefined) return error(403, 'AccessDenied', 'Access Denied');
  const parts = pattern.exec(headers.authorization);
  if (parts === null) return malformed('The authorization header is malformed.');
  const [, key = '', date = '', region = '', service = '', names = '', signature = ''] = parts;
  if (key !== account.accessKeyId) {
    const message = 'The AWS Access Key Id you provided does not exist in our records.';
    return { ...error(403, 'InvalidAccessKeyId', message), more: { AWSAccessKeyId: key } };
  }
  if (region !== account.region) {
    const message = `The authorization header is malformed; the region '${region}' is wrong; expecting '${account.region}'`;
    return { ...malformed(message), more: { Region: account.region } };
  }
  const time = String(headers['x-amz-date'] ?? '');
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (service !== 's3' || !time.startsWith(date)) return malformed('The authorization header is malformed.');
  if (Number.isNaN(at))
    return error(403, 'AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  if (Math.abs(at - now) > maxSkewMs) {
    const message = 'The difference between the request time and the current time is too large.';
    const more = { RequestTime: time, ServerTime: new Date(now).toISOString(), MaxAllowedSkewMilliseconds: '900000' };
    return { ...error(403, 'RequestTimeTooSkewed', message), more };
  }
  const signedNames = names.split(';');
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (needed.some((name) => !signedNames.includes(name)))
    return error(403, 'AccessDenied', 'There were headers present in the request which were not signed');
  const contentHash = headers['x-amz-content-sha256'];
  if (contentHash === undefined) return error(400, 'InvalidRequest', 'Missing required header: x-amz-content-sha256');
  if (contentHash !== 'UNSIGNED-PAYLOAD' && contentHash !== sha256(body))
    return error(400, 'XAmzContentSHA256Mismatch', 'The provided x-amz-content-sha256 header does not match');
  const expected = computeSignature(request, signedNames, { date, region, time }, account.secretAccessKey);
  if (timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null;
  const message = 'The request signature we calculated does not match the signature you provided.';
  return {
    ...error(403, 'SignatureDoesNotMatch', message),
    more: { AWSAccessKeyId: key, SignatureProvided: signature },
  };
}

/** The signature that a request has to have. */
export function computeSignature(
  { method, path, query, headers }: SignedRequest,
  signedNames: readonly string[],
  { date, region, time }: { date: string; region: string; time: string },
  secretAccessKey: string,
): string {
  const pairs = [...query].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const canonical = [
    method,
    path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    pairs.join('&'),
    ...signedNames.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    signedNames.join(';'),
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return hmac(key, text).toString('hex');
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

export const error = (status: number, code: string, message: string): S3Error => ({ status, code, message });
const malformed = (message: string): S3Error => error(400, 'AuthorizationHeaderMalformed', message);
