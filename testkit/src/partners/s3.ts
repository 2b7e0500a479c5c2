import { createHash } from 'node:crypto';
import { type PartnerAnswer, type PartnerRequest, type PartnerServer, startPartner } from './partner-server.ts';
import { checkSignature, error, type S3Account, type S3Error } from './s3-signature.ts';

export interface StoredObject {
  body: Buffer;
  contentType: string;
}

export interface S3Server extends PartnerServer {
  /** By bucket and key: `bucket/key`. */
  objects: Map<string, StoredObject>;
  /** Uploads in parts that were neither completed nor aborted. */
  uploads: Map<string, Upload>;
  /** Operations that the key may not do. */
  denied: Set<'PutObject' | 'DeleteObject'>;
  /** Error of the end of the next upload in parts, inside a 200. */
  failCompletion: S3Error | null;
}

interface Upload {
  name: string;
  contentType: string;
  parts: Map<number, Buffer>;
}

interface S3Options extends S3Account {
  buckets: readonly string[];
  /** Host of the endpoint; its own address unless given. Buckets are in the path, or before this host. */
  host?: string;
  /** Unix ms. */
  now?: () => number;
}

const smallestPart = 5 * 2 ** 20;
const largestPut = 5 * 2 ** 30;

/** A storage with the API of S3: signatures, both kinds of addresses, uploads in parts, errors in XML. */
export async function startS3(options: S3Options): Promise<S3Server> {
  const { buckets, now = Date.now } = options;
  const world: Pick<S3Server, 'objects' | 'uploads' | 'denied' | 'failCompletion'> = {
    ...{ objects: new Map(), uploads: new Map(), denied: new Set(), failCompletion: null },
  };
  let ownHost = options.host ?? '';

  /** Bucket and key of a request. */
  function locate({ headers, path }: PartnerRequest): { bucket: string; key: string } {
    const host = String(headers.host);
    const segments = path.slice(1).split('/').map(decodeURIComponent);
    if (host === ownHost) return { bucket: segments[0] ?? '', key: segments.slice(1).join('/') };
    return { bucket: host.replace(`.${ownHost}`, ''), key: segments.join('/') };
  }

  const server = await startPartner((request) => {
    const failure = checkSignature(request, options, now());
    if (failure !== null) return errorAnswer(failure, request.path);
    const { bucket, key } = locate(request);
    if (!buckets.includes(bucket))
      return errorAnswer(error(404, 'NoSuchBucket', 'The specified bucket does not exist'), request.path);
    const answer = operate(world, request, `${bucket}/${key}`);
    return 'code' in answer ? errorAnswer(answer, request.path) : answer;
  });
  ownHost ||= new URL(server.url).host;
  return Object.assign(world, server);
}

type World = Pick<S3Server, 'objects' | 'uploads' | 'denied' | 'failCompletion'>;

function operate(world: World, request: PartnerRequest, name: string): PartnerAnswer | S3Error {
  const { method, query, headers } = request;
  const known = [...query.keys()].every((key) => ['uploads', 'uploadId', 'partNumber'].includes(key));
  if (!known) return error(501, 'NotImplemented', 'A parameter you provided implies functionality that is not there');
  const uploadId = query.get('uploadId');
  if (method === 'PUT' && headers['content-length'] === undefined)
    return error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  if (method !== 'DELETE' && world.denied.has('PutObject')) return denied;
  if (method === 'POST' && query.has('uploads')) return beginUpload(world, request, name);
  if (uploadId !== null) return operateUpload(world, request, name, uploadId);
  if (method === 'PUT') {
    if (request.body.length > largestPut) return error(400, 'EntityTooLarge', 'Your proposed upload is too large');
    world.objects.set(name, { body: request.body, contentType: String(headers['content-type'] ?? '') });
    return { status: 200, headers: { etag: etag(request.body) } };
  }
  if (method === 'DELETE') {
    if (world.denied.has('DeleteObject')) return denied;
    world.objects.delete(name);
    return { status: 204 };
  }
  return error(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
}

function beginUpload({ uploads }: World, { headers }: PartnerRequest, name: string): PartnerAnswer {
  // Real ones have signs that addresses escape.
  const id = `upload+${uploads.size + 1}/=`;
  uploads.set(id, { name, contentType: String(headers['content-type'] ?? ''), parts: new Map() });
  return xml(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
}

function operateUpload(world: World, request: PartnerRequest, name: string, id: string): PartnerAnswer | S3Error {
  const { method, query, body } = request;
  const upload = world.uploads.get(id);
  if (upload === undefined || upload.name !== name)
    return error(404, 'NoSuchUpload', 'The specified upload does not exist.');
  if (method === 'DELETE') {
    world.uploads.delete(id);
    return { status: 204 };
  }
  if (method === 'PUT') {
    const number = Number(query.get('partNumber'));
    if (!Number.isInteger(number) || number < 1 || number > 10_000)
      return error(400, 'InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive');
    upload.parts.set(number, body);
    return { status: 200, headers: { etag: etag(body) } };
  }
  return complete(world, upload, id, body.toString());
}

function complete(world: World, upload: Upload, id: string, body: string): PartnerAnswer | S3Error {
  const listed = [...body.matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag><\/Part>/g)];
  const whole = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${listed.map(([part]) => part).join('')}</CompleteMultipartUpload>`;
  if (listed.length === 0 || body !== whole)
    return error(400, 'MalformedXML', 'The XML you provided was not well-formed');
  const numbers = listed.map(([, number]) => Number(number));
  if (numbers.some((number, index) => index > 0 && number <= (numbers[index - 1] ?? 0)))
    return error(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.');
  const parts = listed.map(([, number, tag]) => {
    const part = upload.parts.get(Number(number));
    return part !== undefined && etag(part) === tag?.replaceAll('&quot;', '"') ? part : null;
  });
  if (parts.includes(null)) return error(400, 'InvalidPart', 'One or more of the specified parts could not be found.');
  const found = parts.filter((part) => part !== null);
  if (found.slice(0, -1).some((part) => part.length < smallestPart))
    return error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
  const failure = world.failCompletion;
  world.failCompletion = null;
  if (failure !== null) return { ...errorAnswer(failure, upload.name), status: 200 };
  world.objects.set(upload.name, { body: Buffer.concat(found), contentType: upload.contentType });
  world.uploads.delete(id);
  return xml(200, `<CompleteMultipartUploadResult><ETag>"x-${found.length}"</ETag></CompleteMultipartUploadResult>`);
}

const denied = error(403, 'AccessDenied', 'Access Denied');
const etag = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

const xml = (status: number, body: string): PartnerAnswer => ({
  ...{ status, headers: { 'content-type': 'application/xml' } },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
});

function errorAnswer({ status, code, message, more = {} }: S3Error, resource: string): PartnerAnswer {
  const elements = Object.entries({
    Code: code,
    Message: message,
    ...more,
    Resource: resource,
    RequestId: '4442587FB7D0',
  });
  return xml(
    status,
    `<Error>${elements.map(([name, text]) => `<${name}>${escapeXml(text)}</${name}>`).join('')}</Error>`,
  );
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;').replaceAll('"', '&quot;');
