import { randomBytes, randomInt } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { withstands } from './attack.ts';
import type { AttackBed } from './attack-bed.ts';

const count = Number(process.env.ATTACK_REQUESTS ?? 1_500);
const atOnce = 16;
const seed = Number(process.env.ATTACK_SEED ?? randomInt(2 ** 31));

const listPaths = (bed: AttackBed): string[] => {
  const { key } = bed.attacker.bot;
  return [
    '/v1/send-update',
    '/v1/send-batch-update',
    '/v1/send-call',
    '/v1/send-target',
    '/api/user/sign-in/login',
    '/api/user/sign-in/reset-password',
    `/api/bots/${key}/settings`,
    `/api/bots/${key}/start-rules/preview`,
    `/api/bots/${key}/targets`,
    `/api/bots/${key}/target-test`,
    `/api/bots/${key}/utm-links/read`,
    `/api/bots/${key}/annotations`,
    `/api/bots/${key}/uploads`,
    `/api/bots/${key}/shares`,
    `/api/reports/${key}/visitors`,
    `/api/reports/${key}/filter-values`,
    '/hook/nobody/nothing',
    '/bot1:A/getMe',
    `/bot${'9'.repeat(4_000)}/sendMessage`,
  ];
};

const body = fc.oneof(
  fc.jsonValue({ maxDepth: 30 }).map((value) => JSON.stringify(value)),
  fc.string({ maxLength: 20_000, unit: 'binary' }),
  fc.integer({ min: 1, max: 100_000 }).map((depth) => `${'{"a":['.repeat(depth)}`),
  fc.integer({ min: 1, max: 200_000 }).map((length) => randomBytes(length).toString('latin1')),
  fc.integer({ min: 1, max: 300_000 }).map((length) => `[${'{},'.repeat(length)}{}]`),
);
const encoding = fc.constantFrom(undefined, 'gzip', 'deflate', 'br', 'identity', 'nonsense');
const type = fc.constantFrom(
  'application/json',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/x-www-form-urlencoded',
  '',
);

withstands([
  {
    name: `random requests (ATTACK_SEED=${seed})`,
    async run(bed) {
      const paths = listPaths(bed);
      const requests = fc.sample(
        fc.record({
          path: fc.constantFrom(...paths),
          query: fc.oneof(fc.constant(''), fc.webQueryParameters({ size: 'medium' })),
          method: fc.constantFrom('POST', 'GET', 'PUT', 'DELETE', 'OPTIONS'),
          body,
          encoding,
          type,
          packed: fc.boolean(),
        }),
        { seed, numRuns: count },
      );
      const queue = requests.values();
      const work = async (): Promise<void> => {
        for (const { path, query, method, body: text, encoding: encodingName, type: declared, packed } of queue) {
          const bytes = packed ? gzipSync(text) : Buffer.from(text);
          await fetch(`${bed.server.url}${path}${query && `?${query}`}`, {
            method,
            headers: {
              'Api-Key': bed.attacker.bot.apiKey,
              cookie: bed.attacker.cookie,
              ...(declared && { 'content-type': declared }),
              ...(encodingName && { 'content-encoding': encodingName }),
            },
            ...(method !== 'GET' && { body: new Uint8Array(bytes) }),
            signal: AbortSignal.timeout(30_000),
          }).then(
            (answer) => answer.arrayBuffer(),
            () => undefined,
          );
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
    },
  },
]);
