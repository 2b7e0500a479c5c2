import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedResponse, ResponseParser } from './response-parser.ts';

/** Returns the parser's reports for these pieces, with the body in one. */
function read(pieces: Buffer[], isHeadRequest = false) {
  const parser = new ResponseParser();
  const notes = { status: 0, headers: [] as string[], body: '', end: null as boolean | null };
  parser.begin(
    {
      head({ status, headers }) {
        Object.assign(notes, { status, headers });
      },
      data(chunk) {
        notes.body += chunk.toString('latin1');
      },
      end(isReusable) {
        notes.end = isReusable;
      },
    },
    isHeadRequest,
  );
  for (const piece of pieces) parser.push(piece);
  return { notes, close: () => parser.close() };
}
const lines = (...text: string[]) => Buffer.from(text.join('\r\n'), 'latin1');

const examples = [
  ['a length', lines('HTTP/1.1 200 OK', 'Content-Length: 5', 'X: ä', '', 'a\r\n\r\nb'), 'a\r\n\r\n', true],
  ['no body', lines('HTTP/1.1 204 No Content', '', ''), '', true],
  ['an empty body', lines('HTTP/1.1 200', 'content-length:0', '', ''), '', true],
  [
    'chunks',
    lines(
      'HTTP/1.1 200 OK',
      'Transfer-Encoding: chunked',
      '',
      '5;x=1',
      'hello',
      'A',
      '0123456789',
      '0',
      'T: 1',
      '',
      '',
    ),
    'hello0123456789',
    true,
  ],
  [
    'a hint before it',
    lines('HTTP/1.1 103 Early Hints', 'Link: x', '', 'HTTP/1.1 200 OK', 'Content-Length: 1', '', 'x'),
    'x',
    true,
  ],
  [
    'a last answer',
    lines('HTTP/1.1 500 Internal Server Error', 'Connection: close', 'Content-Length: 1', '', 'x'),
    'x',
    false,
  ],
  ['the old version', lines('HTTP/1.0 200 OK', 'Content-Length: 1', '', 'x'), 'x', false],
] as const;

describe('an answer', () => {
  it.each(examples)('is read the same in any pieces if it has %s', (_name, bytes, body, isReusable) => {
    const exact = _name === 'a length' ? bytes.subarray(0, -1) : bytes;
    fc.assert(
      fc.property(fc.array(fc.nat(exact.length), { maxLength: 6 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), exact.length];
        const pieces = places.slice(1).map((end, index) => exact.subarray(places[index], end));
        const { notes } = read(pieces);
        expect([notes.body, notes.end]).toEqual([body, isReusable]);
      }),
      { numRuns: 60 },
    );
  });

  it('ends with the connection if it has no length', () => {
    const { notes, close } = read([lines('HTTP/1.1 200 OK', '', 'all of'), Buffer.from(' it')]);
    expect(notes.end).toBe(null);
    expect(close()).toBe(true);
    expect([notes.body, notes.end]).toEqual(['all of it', false]);
  });

  it('to HEAD has no body, whatever its length says', () => {
    const { notes } = read([lines('HTTP/1.1 200 OK', 'Content-Length: 5', '', '')], true);
    expect([notes.headers, notes.end]).toEqual([['Content-Length', '5'], true]);
  });

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\n'],
    ['a chunk without a size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['a chunk that is too long', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n'],
    ['bytes behind its end', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab'],
    ['a head without an end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(300_000)}`],
  ])('with %s is rejected', (_name, text) => {
    expect(() => read([Buffer.from(text)])).toThrow(MalformedResponse);
  });
});
