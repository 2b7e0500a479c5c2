import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { registerHitRoutes } from './hit-routes.ts';
import type { HitAnswer } from './take-hits.ts';

let app: FastifyInstance;
let answer: () => Promise<HitAnswer>;
let countedAnswers: object[];
let bodies: string[];

beforeEach(() => {
  answer = async () => ({ status: 202, dropped: null });
  [countedAnswers, bodies] = [[], []];
  app = Fastify();
  registerHitRoutes(app, {
    take: async (bytes) => {
      bodies.push(bytes.toString());
      return answer();
    },
    onAnswer: (one) => countedAnswers.push(one),
  });
});
afterEach(() => app.close());

const post = (payload: string | Buffer = '{}', headers: Record<string, string> = { 'content-type': 'text/plain' }) =>
  app.inject({ method: 'POST', url: '/hit', payload, headers });

test.each<[string, HitAnswer, number, Record<string, string | undefined>]>([
  ['stored', { status: 202, dropped: null }, 202, {}],
  ['dropped', { status: 202, dropped: 'origin' }, 202, { 'x-botscope-dropped': 'origin' }],
  ['too many', { status: 429, retryAfterS: 7 }, 429, { 'x-botscope-dropped': 'rate', 'retry-after': '7' }],
  ['no request', { status: 400, message: 'e has no events' }, 400, {}],
])('%s', async (_, hitAnswer, status, headers) => {
  answer = async () => hitAnswer;
  const response = await post();
  expect(response.statusCode).toBe(status);
  expect(response.headers).toMatchObject({ 'access-control-allow-origin': '*', ...headers });
  expect(response.json()).toEqual('message' in hitAnswer ? { error: hitAnswer.message } : {});
  const dropReason = headers['x-botscope-dropped'] ?? '';
  expect(countedAnswers).toEqual([{ status, dropped: dropReason }]);
});

test.each(['StoreUnavailable', 'Overloaded'] as const)('%s: the script sends it again', async (code) => {
  answer = () => Promise.reject(new AppError(code));
  const response = await post();
  expect(response.statusCode).toBe(503);
  // A page could not read the answer without it, and would take it for a broken network.
  expect(response.headers).toMatchObject({ 'access-control-allow-origin': '*', 'retry-after': '5' });
  expect(response.json()).toEqual({});
});

test('a body is read whatever it is called, and also if it is called nothing', async () => {
  await post('{"a":1}', { 'content-type': 'text/plain;charset=UTF-8' });
  await post(Buffer.from('{"b":1}'), { 'content-type': 'application/octet-stream' });
  await app.inject({ method: 'POST', url: '/hit/x/y', payload: Buffer.from('{"c":1}') });
  expect(bodies).toEqual(['{"a":1}', '{"b":1}', '{"c":1}']);
});

test('more than 64 kB is not read', async () => {
  expect((await post('x'.repeat(65_537))).statusCode).toBe(413);
  expect(bodies).toEqual([]);
});
