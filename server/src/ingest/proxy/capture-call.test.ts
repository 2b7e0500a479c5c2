import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { captureCall } from './capture-call.ts';
import type { CapturedCall } from './captured-call.ts';
import { readPassedCall } from './passed-call.ts';

const ok = Buffer.from('{"ok":true,"result":{"message_id":1}}');
interface Passing {
  headers: Record<string, string>;
  query?: string;
  body?: Buffer[];
  answer?: { headers?: string[]; body: Buffer[] };
}
/** Captures a call that passes like this. */
function capture({ headers, query = '', body = [], answer = { body: [ok] } }: Passing): Promise<CapturedCall> {
  return new Promise((resolve, reject) => {
    // Only the headers of the request are read.
    const request = { headers } as unknown as IncomingMessage;
    const tap = captureCall(
      { method: 'sendDocument', query, request },
      () => 5,
      (call) => resolve(readPassedCall(call)),
      reject,
    );
    for (const chunk of body) tap.requestData(chunk);
    tap.answerHead(200, answer.headers ?? []);
    for (const chunk of answer.body) tap.answerData(chunk);
    tap.done(200, () => undefined);
    tap.done(0, () => undefined);
  });
}
const json = { 'content-type': 'application/json' };

describe('a captured call', () => {
  it('has its answer, packed or not', async () => {
    const packed = { headers: ['Content-Encoding', 'gzip'], body: [gzipSync(ok)] };
    for (const answer of [{ body: [ok.subarray(0, 9), ok.subarray(9)] }, packed]) {
      const { response, status } = await capture({ headers: json, answer });
      expect([response, status]).toEqual([{ ok: true, result: { message_id: 1 } }, 200]);
    }
  });

  it('has no answer if that is no JSON, or larger than what is kept', async () => {
    expect((await capture({ headers: json, answer: { body: [Buffer.from('<html>')] } })).response).toBe(null);
    expect((await capture({ headers: json, answer: { body: Array(5).fill(Buffer.alloc(65_536)) } })).response).toBe(
      null,
    );
  });

  it('has no parameters if they are larger than what Telegram takes, packed or not', async () => {
    const largeBody = Buffer.from(JSON.stringify({ text: 'x'.repeat(1_048_576) }));
    expect((await capture({ headers: json, body: [largeBody.subarray(0, 9), largeBody.subarray(9)] })).params).toBe(
      null,
    );
    const packed = await capture({ headers: { ...json, 'content-encoding': 'gzip' }, body: [gzipSync(largeBody)] });
    expect(packed.params).toBe(null);
    const coded = await capture({ headers: { ...json, 'content-encoding': 'br' }, body: [Buffer.from('?')] });
    expect(coded.params).toBe(null);
  });

  it('has no parameters if they are more than any method has, or nested deeper', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const wide = Buffer.from(`{"x":[${'[],'.repeat(300_000)}0]}`);
    const deep = Buffer.from(`{"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`);
    for (const body of [wide, deep]) expect((await capture({ headers: json, body: [body] })).params).toEqual({});
    const manyPairs = Array.from({ length: 100_000 }, (_, index) => `k${index}=1`).join('&');
    expect((await capture({ headers: form, body: [Buffer.from(manyPairs)] })).params).toEqual({});
    expect((await capture({ headers: form, query: manyPairs, body: [Buffer.from('a=1&b=2')] })).params).toEqual({
      a: '1',
      b: '2',
    });
  });

  it('has the values of JSON as they are, and names that every object has', async () => {
    const body = [Buffer.from('{"chat_id":1,"constructor":2,"__proto__":{"a":1},"off":null}')];
    const { params } = await capture({ headers: json, query: 'chat_id=7&chat_id=8&constructor=x', body });
    expect(Object.entries(params ?? {})).toEqual([
      ['chat_id', '7'],
      ['constructor', 'x'],
      ['__proto__', { a: 1 }],
      ['off', null],
    ]);
    expect((await capture({ headers: json, body: [Buffer.from('"text"')] })).params).toEqual({ content: 'text' });
    expect((await capture({ headers: json, body: [Buffer.from('{"broken')] })).params).toEqual({});
  });

  it('counts a body of another type as a file, and does not keep it', async () => {
    const body = Array(4).fill(Buffer.alloc(1_000_000));
    expect(await capture({ headers: { 'content-type': 'image/png' }, query: 'chat_id=1', body })).toMatchObject({
      params: { chat_id: '1' },
      files: [{ field: 'file', name: '', type: 'image/png', size: 4_000_000 }],
      startedAt: 5,
      finishedAt: 5,
    });
  });
});
