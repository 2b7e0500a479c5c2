import { randomBytes } from 'node:crypto';
import type { PartnerAnswer } from '@botscope/testkit/partners/partner-server.ts';
import { type S3Server, startS3 } from '@botscope/testkit/partners/s3.ts';
import { computeSignature } from '@botscope/testkit/partners/s3-signature.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { Outcome, OutgoingRequest, WithFile } from '../provider.ts';
import { testContext, testItem, testNow } from '../test-provider.ts';
import { s3 } from './s3.ts';
import { fileKey, objectUrl, signRequest } from './s3-requests.ts';
import { singleBytes } from './upload-file.ts';

const secrets = {
  access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const account = {
  accessKeyId: secrets.access_key_id,
  secretAccessKey: secrets.secret_access_key,
  region: 'eu-central-1',
};
const host = 's3.eu-central-1.amazonaws.com';
let fake: S3Server;
let clock = testNow;
beforeAll(async () => {
  fake = await startS3({ ...account, buckets: ['events', 'my.bucket'], host, now: () => clock });
});
afterAll(() => fake.stop());
beforeEach(() => {
  clock = testNow;
  fake.objects.clear();
  fake.uploads.clear();
  fake.denied.clear();
  fake.faults.length = 0;
  fake.requests.length = 0;
});

const fileOf =
  (body: Buffer | null): WithFile =>
  (_item, _format, use) =>
    use(
      body && {
        bytes: body.length,
        read: async (from, length) => body.subarray(from, from + length),
      },
    );

const rows = Buffer.from('{"time":"2026-11-20T10:05:00.000Z"}\n');
function contextOf({
  settings = {},
  secrets: other = {},
  file = rows,
}: {
  settings?: Record<string, unknown>;
  secrets?: Record<string, string>;
  file?: Buffer | null;
} = {}) {
  return testContext('s3', {
    settings: { region: 'eu-central-1', bucket: 'events', prefix: '/data/bots/', format: 'ndjson', ...settings },
    secrets: { ...secrets, ...other },
    origins: { [`https://${host}`]: fake.url, [`https://events.${host}`]: fake.url },
    withFile: fileOf(file),
  });
}
const deliver = async (context = contextOf(), item = testItem('events.file')): Promise<Outcome | undefined> =>
  (await s3.deliver([item], context))[0];
const key = 'data/bots/bot=0123456789abc/dt=2026-11-20/10.ndjson';

describe('signatures', () => {
  /* The example "PUT Object" of Amazon's documentation of Signature Version 4. */
  const example = {
    ...{ method: 'PUT' as const, url: 'https://examplebucket.s3.amazonaws.com/test%24file.text' },
    headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    body: Buffer.from('Welcome to Amazon S3.'),
  };
  const published = '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd';
  const settings = { region: 'us-east-1' } as never;

  it('are those of the published example', async () => {
    const { headers } = await signRequest({ settings, secrets }, example, Date.UTC(2013, 4, 24));
    expect(headers.authorization).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class, Signature=${published}`,
    );
  });

  it('are checked by the fake as the example says', async () => {
    const { headers, url, method, body } = await signRequest({ settings, secrets }, example, Date.UTC(2013, 4, 24));
    const { pathname: path, searchParams: query } = new URL(url);
    const signed = ['date', 'host', 'x-amz-content-sha256', 'x-amz-date', 'x-amz-storage-class'];
    const request = { method, path, query, headers: { ...headers }, body: body as Buffer };
    const scope = { date: '20130524', region: 'us-east-1', time: '20130524T000000Z' };
    expect(computeSignature(request, signed, scope, secrets.secret_access_key)).toBe(published);
  });
});

describe('a file', () => {
  it.each([
    ['in the path', true, `https://${host}/events/`],
    ['in the host', false, `https://events.${host}/`],
  ])('is stored under the bot, the day and the hour, with the bucket %s', async (_, path_style, base) => {
    const context = contextOf({ settings: { path_style } });
    expect(await deliver(context)).toEqual({ kind: 'delivered' });
    expect(context.sent.map(({ method, url }) => [method, url])).toEqual([
      ['PUT', `${base}data/bots/bot%3D0123456789abc/dt%3D2026-11-20/10.ndjson`],
    ]);
    expect([...fake.objects]).toEqual([[`events/${key}`, { body: rows, contentType: 'application/x-ndjson' }]]);
  });

  it('that is sent again replaces itself', async () => {
    await deliver();
    await deliver(contextOf({ file: Buffer.from('') }));
    expect([...fake.objects.values()].map(({ body }) => body.length)).toEqual([0]);
  });

  it.each([
    ['parquet', 'application/vnd.apache.parquet'],
    ['csv', 'text/csv; charset=utf-8'],
  ])('of the format %s has its type', async (format, contentType) => {
    await deliver(contextOf({ settings: { format, prefix: '' } }));
    expect([...fake.objects]).toEqual([
      [`events/bot=0123456789abc/dt=2026-11-20/10.${format}`, { body: rows, contentType }],
    ]);
  });

  it('of a whole day has a name of its own', () => {
    const data = { from: '2026-11-19T00:00:00.000Z', until: '2026-11-20T00:00:00.000Z', events: 5 };
    expect(fileKey(testItem('events.file', { data }), contextOf())).toBe(
      'data/bots/bot=0123456789abc/dt=2026-11-19/day.ndjson',
    );
  });

  it('whose events are not kept any more is not sent', async () => {
    expect(await deliver(contextOf({ file: null }))).toMatchObject({ kind: 'rejected', code: 'too_old' });
    expect(fake.requests).toEqual([]);
  });

  it('is shown by a preview with its address and what it has', () => {
    const context = contextOf();
    const shown = s3.preview([testItem('events.file')], context, testNow);
    expect(shown).toEqual({
      method: 'PUT',
      url: objectUrl(context, key),
      headers: {
        ...{ host, 'content-type': 'application/x-ndjson', 'x-amz-date': '20261120T120000Z' },
        authorization: 'AWS4-HMAC-SHA256 …',
      },
      body: 'ndjson: 1250 events, 2026-11-20T10:00:00.000Z – 2026-11-20T11:00:00.000Z',
    });
  });
});

describe('a large file', () => {
  const large = randomBytes(singleBytes + 3);
  const steps = (requests: readonly OutgoingRequest[]) =>
    requests.map(({ method, url }) => `${method} ${new URL(url).search.replace(/uploadId=.*$/, 'uploadId')}`);
  const parts = [1, 2, 3, 4, 5].map((number) => `PUT ?partNumber=${number}&uploadId`);

  it('is sent in parts and appears whole', async () => {
    const context = contextOf({ file: large });
    expect(await deliver(context)).toEqual({ kind: 'delivered' });
    expect(steps(context.sent)).toEqual(['POST ?uploads=', ...parts, 'POST ?uploadId']);
    expect(fake.objects.get(`events/${key}`)?.body.equals(large)).toBe(true);
    expect(fake.uploads.size).toBe(0);
  });

  const busy = { status: 503, code: 'SlowDown', message: 'Please reduce your request rate.' };
  it.each([
    ['a part that is refused', 1, { kind: 'answer', answer: xmlError(503, 'SlowDown') }, parts.slice(0, 1)],
    ['a part that is lost', 2, { kind: 'reset' }, parts.slice(0, 2)],
    ['an end that fails inside a 200', null, null, [...parts, 'POST ?uploadId']],
  ] as const)('is given up after %s, and leaves nothing behind', async (_, index, fault, before) => {
    if (index === null) fake.failCompletion = busy;
    else fake.faults.push(...Array.from({ length: index }, () => null), fault);
    const context = contextOf({ file: large });
    const outcome = await deliver(context).catch((error: Error) => error.message);
    expect(outcome).toEqual(
      fault?.kind === 'reset' ? 'no answer: reset' : expect.objectContaining({ kind: 'retry', code: 'throttled' }),
    );
    expect(steps(context.sent)).toEqual(['POST ?uploads=', ...before, 'DELETE ?uploadId']);
    expect([fake.objects.size, fake.uploads.size]).toEqual([0, 0]);
  });
});

function xmlError(status: number, code: string, headers: Record<string, string> = {}): PartnerAnswer {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Words</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml', ...headers }, body };
}

describe('what the storage answers', () => {
  test.each([
    [404, 'NoSuchBucket', 'stop', 'not_found'],
    [403, 'AccessDenied', 'stop', 'forbidden'],
    [403, 'SignatureDoesNotMatch', 'stop', 'unauthorized'],
    [403, 'InvalidAccessKeyId', 'stop', 'unauthorized'],
    [403, 'RequestTimeTooSkewed', 'stop', 'misconfigured'],
    [400, 'AuthorizationHeaderMalformed', 'stop', 'misconfigured'],
    [301, 'PermanentRedirect', 'stop', 'misconfigured'],
    [503, 'SlowDown', 'retry', 'throttled'],
    [500, 'InternalError', 'retry', 'unavailable'],
    [400, 'RequestTimeout', 'retry', 'unavailable'],
    [400, 'EntityTooLarge', 'rejected', 'too_large'],
    [507, 'XMinioStorageFull', 'stop', 'quota'],
    [200, 'Unheard', 'retry', 'unavailable'],
    [400, 'Unheard', 'split', 'rejected'],
  ])('%i %s is %s %s', async (status, code, kind, problem) => {
    fake.faults.push({ kind: 'answer', answer: xmlError(status, code) });
    const outcome = await deliver();
    expect(outcome).toMatchObject({ kind, code: problem });
    expect((outcome as { detail: string }).detail).toContain(`${status} ${code} Words`);
  });

  test.each([
    [
      'a wrong secret',
      { secrets: { secret_access_key: 'wrong-wrong-wrong' } },
      'unauthorized',
      'SignatureDoesNotMatch',
    ],
    ['an unknown key', { secrets: { access_key_id: 'AKIAUNKNOWN' } }, 'unauthorized', 'InvalidAccessKeyId'],
    ['another bucket', { settings: { bucket: 'elsewhere' } }, 'not_found', 'NoSuchBucket'],
    [
      'another region',
      { settings: { region: 'us-east-2', endpoint: `https://${host}/` } },
      'misconfigured',
      'eu-central-1',
    ],
  ])('%s stops the integration, and its words have no secret', async (_, part, code, word) => {
    const context = contextOf(part);
    const outcome = await deliver(context);
    expect(outcome).toMatchObject({ kind: 'stop', code, detail: expect.stringContaining(word) });
    const { secret_access_key, access_key_id } = { ...secrets, ...('secrets' in part ? part.secrets : {}) };
    for (const secret of [secret_access_key, access_key_id]) expect(JSON.stringify(outcome)).not.toContain(secret);
  });

  it('a clock that is wrong is named', async () => {
    clock += 16 * 60_000;
    expect(await deliver()).toMatchObject({ kind: 'stop', detail: expect.stringMatching(/^The clock of this server/) });
  });

  it.each(['lost', 'reset'] as const)(
    'nothing (%s) is left to the engine, which sends the file again',
    async (kind) => {
      fake.faults.push({ kind });
      await expect(deliver()).rejects.toMatchObject({ code: 'reset', mayHaveArrived: true });
      expect(await deliver()).toEqual({ kind: 'delivered' });
      expect(fake.objects.size).toBe(1);
    },
  );
});

describe('a test', () => {
  it('stores an object and deletes it', async () => {
    const context = contextOf();
    expect(await s3.test?.(context)).toEqual({ kind: 'delivered' });
    expect(context.sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `PUT https://${host}/events/data/bots/botscope-test.txt`,
      `DELETE https://${host}/events/data/bots/botscope-test.txt`,
    ]);
    expect(fake.objects.size).toBe(0);
  });

  it('says that it may not delete', async () => {
    fake.denied.add('DeleteObject');
    expect(await s3.test?.(contextOf())).toEqual({
      kind: 'delivered',
      detail: 'DELETE data/bots/botscope-test.txt: 403 AccessDenied Access Denied',
    });
    expect([...fake.objects.keys()]).toEqual(['events/data/bots/botscope-test.txt']);
  });

  it('fails where nothing may be stored', async () => {
    fake.denied.add('PutObject');
    expect(await s3.test?.(contextOf())).toMatchObject({ kind: 'stop', code: 'forbidden' });
  });
});

test.each<[Record<string, unknown>, boolean]>([
  [{}, true],
  [{ endpoint: 'https://storage.yandexcloud.net', prefix: 'a/b' }, true],
  [{ endpoint: 'http://minio:9000/' }, true],
  [{ endpoint: 'https://user@host' }, false],
  [{ endpoint: 'https://host/path' }, false],
  [{ bucket: 'UPPER' }, false],
  [{ bucket: 'a/b' }, false],
  [{ prefix: '../other' }, false],
  [{ prefix: 'with space' }, false],
  [{ region: 'eu central' }, false],
  [{ format: 'xlsx' }, false],
])('settings %j are valid: %s', (settings, isValid) => {
  const parse = () => contextOf({ settings });
  if (isValid) expect(parse).not.toThrow();
  else expect(parse).toThrow();
});
