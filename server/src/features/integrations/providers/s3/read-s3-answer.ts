import type { Outcome, ProviderAnswer } from '../provider.ts';
import { readStatus } from '../read-status.ts';

const detailLength = 500;

const unauthorized = { kind: 'stop', code: 'unauthorized' } as const;
const forbidden = { kind: 'stop', code: 'forbidden' } as const;
const misconfigured = { kind: 'stop', code: 'misconfigured' } as const;
const notFound = { kind: 'stop', code: 'not_found' } as const;
const later = { kind: 'retry', code: 'unavailable' } as const;
const slower = { kind: 'retry', code: 'throttled' } as const;
const full = { kind: 'stop', code: 'quota' } as const;

/** Meaning of the error codes of S3 and of storages with its API. */
const meanings = new Map<string, { kind: 'stop' | 'retry' | 'rejected'; code: string }>([
  ['NoSuchBucket', notFound],
  ...(['AccessDenied', 'AllAccessDisabled', 'AccountProblem', 'NotSignedUp'] as const).map(
    (code) => [code, forbidden] as const,
  ),
  ...(['SignatureDoesNotMatch', 'InvalidAccessKeyId', 'InvalidToken', 'ExpiredToken'] as const).map(
    (code) => [code, unauthorized] as const,
  ),
  // Of a clock that is wrong, or of another region or kind of address than the bucket's.
  ...(['RequestTimeTooSkewed', 'PermanentRedirect', 'TemporaryRedirect', 'AuthorizationHeaderMalformed'] as const).map(
    (code) => [code, misconfigured] as const,
  ),
  ...(['InvalidBucketName', 'IllegalLocationConstraintException', 'InvalidRequest', 'InvalidArgument'] as const).map(
    (code) => [code, misconfigured] as const,
  ),
  ...(['SlowDown', 'TooManyRequests', 'RequestLimitExceeded'] as const).map((code) => [code, slower] as const),
  ...(['InternalError', 'ServiceUnavailable', 'RequestTimeout', 'OperationAborted', 'NoSuchUpload'] as const).map(
    (code) => [code, later] as const,
  ),
  ...(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded'] as const).map(
    (code) => [code, full] as const,
  ),
  ['EntityTooLarge', { kind: 'rejected', code: 'too_large' }],
]);

const clockHint = 'The clock of this server differs from the clock of the storage by more than 15 minutes. ';

/** The text of an element of an XML document; null if there is none. */
export function readElement(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  if (text === undefined) return null;
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#34': '"', '#39': "'" };
  return text.replace(/&([a-z]+|#\d+);/g, (whole, entity: string) => entities[entity] ?? whole);
}

/** What became of a request. Of the error only its code and message are kept: other elements have the key in them. */
export function readS3Answer(answer: ProviderAnswer, now: number): Outcome {
  const { status, headers, body } = answer;
  const isError = /<Error[\s>]/.test(body);
  // The end of an upload in parts begins to answer before it knows how that went.
  if (status >= 200 && status < 300 && !isError) return { kind: 'delivered' };
  const code = isError ? readElement(body, 'Code') : null;
  const region = headers['x-amz-bucket-region'];
  const words = [
    ...[`${status}`, code, readElement(body, 'Message')],
    region === undefined ? null : `The bucket is in the region ${region}.`,
  ];
  const hint = code === 'RequestTimeTooSkewed' ? clockHint : '';
  const detail = (hint + words.filter((word) => word !== null && word !== '').join(' ')).slice(0, detailLength);
  const meaning = code === null ? undefined : meanings.get(code);
  if (meaning !== undefined) return { ...meaning, detail };
  if (status >= 300 && status < 400) return { ...misconfigured, detail };
  const general = readStatus({ ...answer, body: '' }, now);
  // A 2xx with an error that is unknown did not store the file.
  return general.kind === 'delivered' ? { ...later, detail } : { ...general, detail };
}
