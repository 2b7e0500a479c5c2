import type { DeliveryItem, Outcome, OutgoingRequest, ProviderOf } from '../provider.ts';
import { readS3Answer } from './read-s3-answer.ts';
import {
  contentTypeOf,
  endpointOf,
  fileKey,
  objectKey,
  objectUrl,
  type S3Configuration,
  signedTime,
  signRequest,
} from './s3-requests.ts';
import { uploadFile } from './upload-file.ts';

/** Files at once. Each is in memory while it leaves, up to 64 MB. */
const concurrency = 3;
const testName = 'botscope-test.txt';

/** Stores files with the events of an hour or a day in a bucket. A file that is sent again replaces itself. */
export const s3: ProviderOf<'s3'> = {
  proves: 'arrival',
  limits: () => ({ items: 1, concurrency, perSecond: null }),
  lane: ({ settings }) => `s3:${new URL(endpointOf(settings)).host}/${settings.bucket}`,
  preview: ([item], configuration, now) => (item === undefined ? null : describeUpload(item, configuration, now)),
  async deliver(items, context) {
    const outcomes: Outcome[] = [];
    for (const item of items) {
      const key = fileKey(item, context);
      outcomes.push(
        await context.withFile(item, context.settings.format, async (file) =>
          file === null
            ? { kind: 'rejected', code: 'too_old', detail: 'Its events are no longer kept.' }
            : uploadFile(file, key, context),
        ),
      );
    }
    return outcomes;
  },
  /** Stores an object and deletes it again: keys that may only write leave it there. */
  async test(context) {
    const url = objectUrl(context, objectKey(context, testName));
    const body = Buffer.from('Botscope can write to this bucket.\n');
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    const put = await context.send(await signRequest(context, { method: 'PUT', url, headers, body }, context.now()));
    const stored = readS3Answer(put, context.now());
    if (stored.kind !== 'delivered') return stored;
    const answer = await context.send(await signRequest(context, { method: 'DELETE', url }, context.now()));
    const deleted = readS3Answer(answer, context.now());
    if (deleted.kind === 'delivered') return stored;
    return { ...stored, detail: `DELETE ${objectKey(context, testName)}: ${deleted.detail}` };
  },
};

/** The request but for what the file decides: its rows are read when it leaves. */
function describeUpload(item: DeliveryItem, configuration: S3Configuration, now: number): OutgoingRequest {
  const { from, until, events } = item.event.data;
  const url = objectUrl(configuration, fileKey(item, configuration));
  return {
    method: 'PUT',
    url,
    headers: {
      ...{ host: new URL(url).host, 'content-type': contentTypeOf(configuration), 'x-amz-date': signedTime(now) },
      authorization: 'AWS4-HMAC-SHA256 …',
    },
    body: `${configuration.settings.format}: ${String(events)} events, ${String(from)} – ${String(until)}`,
  };
}
