import { inThrowawayDirectory } from '@botscope/testkit/throwaway.ts';
import { MockAgent } from 'undici';
import { expect, test } from 'vitest';
import type { BotRow } from '../../bots/bots.ts';
import { createFileFetcher } from './fetch-file.ts';
import { createFileCache } from './file-cache.ts';

const bot = { key: '0123456789abc' } as BotRow;
const megabyte = 1_048_576;
const file = (size = 0) => ({ fileId: 'id', uniqueId: 'unique', name: '', mime: '', size });
const refuses = (error_code: number, description: string) => ({ ok: false as const, error_code, description });
const fileAnswer = { ok: true as const, result: { file_path: 'photos/a.jpg' } };

interface Scenario {
  token?: string | null;
  size?: number;
  answer?: ReturnType<typeof refuses> | { ok: true; result: unknown };
  /** Telegram's download: status and bytes. */
  delivers?: readonly [status: number, bytes: number];
}

const fetchBy = ({ token = '1:secret', size = 0, answer = fileAnswer, delivers = [200, 5] }: Scenario, times = 1) =>
  inThrowawayDirectory(async (dataDir) => {
    const dispatcher = new MockAgent();
    dispatcher.disableNetConnect();
    const telegram = dispatcher.get('https://telegram.test');
    const path = { path: '/file/bot1:secret/photos/a.jpg' };
    telegram.intercept(path).reply(delivers[0], 'x'.repeat(delivers[1])).persist();
    let [requests, clock] = [0, Date.UTC(2026, 10, 23)];
    const fetchFile = createFileFetcher({
      telegram: {
        call: async () => {
          requests += 1;
          return answer;
        },
      } as never,
      dispatcher,
      cache: createFileCache({ dataDir, maxBytes: 100 * megabyte }),
      tokenOf: () => token,
      rootOf: () => 'https://telegram.test',
      monotonic: () => clock,
    });
    const outcomes: unknown[] = [];
    for (let time = 0; time < times; time += 1) {
      outcomes.push(
        await fetchFile(bot, 1, file(size)).then(
          (cachedFile) => cachedFile.size,
          (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
        ),
      );
      clock += 5 * 60_000;
    }
    await dispatcher.close();
    return { outcomes, requests };
  });

test.each<[string, Scenario, unknown]>([
  ['a file', {}, 5],
  ['no token', { token: null }, 'NeedToken: This needs the bot token; add it first'],
  ['a size that Telegram does not give', { size: 20 * megabyte + 1 }, /^FileTooLarge: /],
  ['Telegram’s own word on size', { answer: refuses(400, 'Bad Request: file is too big') }, /^FileTooLarge: /],
  ['more bytes than it said', { delivers: [200, 20 * megabyte + 1] }, /^FileTooLarge: /],
  ['a file that is gone', { answer: refuses(400, 'Bad Request: invalid file_id') }, /^FileUnavailable: .*file_id/],
  ['a path on the disk of a server', { answer: { ok: true, result: { file_path: '/var/a' } } }, /^FileUnavailable: /],
  ['a link that has expired', { delivers: [404, 0] }, /^FileUnavailable: /],
  ['a token that was revoked', { answer: refuses(401, 'Unauthorized') }, /^WrongToken: /],
  ['Telegram out of order', { answer: refuses(502, 'Bad Gateway') }, /^TelegramUnavailable: /],
  ['Telegram out of order while it delivers', { delivers: [503, 0] }, /^TelegramUnavailable: /],
])('%s', async (_, scenario, outcome) => {
  const { outcomes } = await fetchBy(scenario);
  if (outcome instanceof RegExp) expect(outcomes).toEqual([expect.stringMatching(outcome)]);
  else expect(outcomes).toEqual([outcome]);
  expect(JSON.stringify(outcomes)).not.toContain('secret');
});

test('a file that was loaded is not requested again; one that is gone is after ten minutes', async () => {
  expect(await fetchBy({}, 2)).toEqual({ outcomes: [5, 5], requests: 1 });
  const { requests } = await fetchBy({ answer: refuses(400, 'Bad Request: invalid file_id') }, 3);
  expect(requests).toBe(2);
});
