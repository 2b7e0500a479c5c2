import type { ContextOf, EventFile, Outcome, OutgoingRequest, ProviderAnswer } from '../provider.ts';
import { readElement, readS3Answer } from './read-s3-answer.ts';
import { contentTypeOf, objectUrl, signRequest } from './s3-requests.ts';

const megabyte = 2 ** 20;
/** Files up to this size are one request. */
export const singleBytes = 64 * megabyte;
/** S3 takes parts of at least 5 MB, and 10,000 of them. */
const smallestPartBytes = 16 * megabyte;
const maxParts = 10_000;
/** What is left of an upload that failed costs its owner money, but is no reason to keep others waiting. */
const abortTimeoutMs = 5_000;

type Context = Pick<ContextOf<'s3'>, 'settings' | 'secrets' | 'send' | 'now'>;

/** Stores a file under a key, in place of what is there. @throws SendFailure */
export async function uploadFile(file: EventFile, key: string, context: Context): Promise<Outcome> {
  if (file.bytes > singleBytes) return uploadInParts(file, key, context);
  const headers = { 'content-type': contentTypeOf(context) };
  const answer = await send(context, {
    ...{ method: 'PUT', url: objectUrl(context, key), headers },
    body: await file.read(0, file.bytes),
  });
  return readS3Answer(answer, context.now());
}

async function send(
  context: Context,
  request: Pick<OutgoingRequest, 'method' | 'url'> & { headers?: Record<string, string>; body?: Buffer },
): Promise<ProviderAnswer> {
  return context.send(await signRequest(context, request, context.now()));
}

/** Only one part is ever in memory. The file appears when all parts are there. */
async function uploadInParts(file: EventFile, key: string, context: Context): Promise<Outcome> {
  const headers = { 'content-type': contentTypeOf(context) };
  const begun = await send(context, { method: 'POST', url: objectUrl(context, key, '?uploads='), headers });
  const beginning = readS3Answer(begun, context.now());
  const uploadId = readElement(begun.body, 'UploadId');
  if (beginning.kind !== 'delivered') return beginning;
  if (uploadId === null) return { kind: 'retry', code: 'unavailable', detail: 'The answer has no UploadId' };
  const upload = `uploadId=${encodeURIComponent(uploadId)}`;
  let isComplete = false;
  try {
    const tags: string[] = [];
    const partBytes = Math.max(smallestPartBytes, Math.ceil(file.bytes / maxParts));
    for (let from = 0; from < file.bytes; from += partBytes) {
      const url = objectUrl(context, key, `?partNumber=${tags.length + 1}&${upload}`);
      const body = await file.read(from, Math.min(partBytes, file.bytes - from));
      const answer = await send(context, { method: 'PUT', url, body });
      const outcome = readS3Answer(answer, context.now());
      if (outcome.kind !== 'delivered') return outcome;
      tags.push(answer.headers.etag ?? '');
    }
    const url = objectUrl(context, key, `?${upload}`);
    const answer = await send(context, { method: 'POST', url, body: Buffer.from(listParts(tags)) });
    const outcome = readS3Answer(answer, context.now());
    isComplete = outcome.kind === 'delivered';
    return outcome;
  } finally {
    if (!isComplete) await abort(key, upload, context);
  }
}

const listParts = (tags: readonly string[]): string => {
  const parts = tags.map(
    (tag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
};

async function abort(key: string, upload: string, context: Context): Promise<void> {
  const request = await signRequest(
    context,
    { method: 'DELETE', url: objectUrl(context, key, `?${upload}`) },
    context.now(),
  );
  await context.send({ ...request, timeoutMs: abortTimeoutMs }).catch(() => undefined);
}
