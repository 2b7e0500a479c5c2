import { beforeAll, expect, it } from 'vitest';
import { testMetadata } from '../../../platform/metadata/test-metadata.ts';
import { hourMs } from '../../../platform/time-units.ts';
import { insertBot } from '../../campaign-engine/test-campaigns.ts';
import { createAnswerOnce } from './answer-once.ts';
import { createApiRequests } from './api-requests.ts';

const bot = 'apirequests01';
const metadata = testMetadata();
let clock = Date.parse('2026-11-25T10:00:00.000Z');
const now = () => clock;
const createRequests = (instance: string, run: string) => createApiRequests({ db: metadata().db, instance, run, now });
const createProcess = (instance: string, run: string) =>
  createAnswerOnce({ requests: createRequests(instance, run), maxBytes: 1_000, now });

beforeAll(() => insertBot(metadata().db, bot));

it('is one request for two processes: one works, the other one gets its answer', async () => {
  const [one, other] = [createProcess('a', '1'), createProcess('b', '1')];
  let works = 0;
  const request = {
    bot,
    key: 'shared',
    call: 'POST /v1/x',
    body: { name: 'x' },
    isTest: false,
    work: async () => {
      works += 1;
      return { number: works };
    },
  };
  const answers = await Promise.all([one(request), other(request), one(request), other(request)]);
  expect(works).toBe(1);
  expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['{"ok":true,"result":{"number":1}}']));
  await expect(other({ ...request, body: { name: 'y' } })).rejects.toMatchObject({ code: 'IdempotencyKeyReused' });
});

it('goes on under the same name after its process died, and a test does not', async () => {
  const [crashedRun, nextRun, elsewhere] = [
    createRequests('a', '1'),
    createRequests('a', '2'),
    createRequests('b', '1'),
  ];
  const claim = await crashedRun.begin(bot, 'crashed', 'hash', 60_000);
  if (claim.is !== 'ours') throw new Error(claim.is);
  expect(await elsewhere.begin(bot, 'crashed', 'hash', 60_000)).toEqual({ is: 'busy' });
  expect(await nextRun.begin(bot, 'crashed', 'hash', 60_000)).toEqual({ ...claim, isAgain: true });
  clock += 60_001;
  expect(await elsewhere.begin(bot, 'crashed', 'hash', 60_000)).toEqual({ ...claim, isAgain: true });
  // The first answer stays, however many come later.
  expect(await elsewhere.answer(claim.requestId, 200, 'first')).toEqual({ status: 200, answer: 'first' });
  expect(await nextRun.answer(claim.requestId, 200, 'second')).toEqual({ status: 200, answer: 'first' });

  let sentCount = 0;
  const test = {
    bot,
    key: 'test',
    call: 'POST /v1/x/run-test',
    body: {},
    isTest: true,
    work: async () => {
      sentCount += 1;
      throw new Error('killed');
    },
  };
  await expect(createProcess('a', '1')(test)).rejects.toThrow('killed');
  for (let tries = 0; tries < 2; tries += 1) {
    expect(JSON.parse((await createProcess('a', '2')(test)).text)).toMatchObject({ code: 'OutcomeUnknown' });
  }
  expect(sentCount).toBe(1);
});

it('is forgotten after a day', async () => {
  const requests = createRequests('a', '1');
  const first = await requests.begin(bot, 'old', 'hash', 60_000);
  if (first.is !== 'ours') throw new Error(first.is);
  await requests.answer(first.requestId, 200, 'old');
  clock += 24 * hourMs - 1;
  expect(await requests.begin(bot, 'old', 'hash', 60_000)).toEqual({ is: 'answered', status: 200, answer: 'old' });
  clock += 2;
  const next = await requests.begin(bot, 'old', 'another', 60_000);
  expect(next).toMatchObject({ is: 'ours', isAgain: false });
  clock += 25 * hourMs;
  expect(await requests.forgetOld()).toBeGreaterThan(0);
});
