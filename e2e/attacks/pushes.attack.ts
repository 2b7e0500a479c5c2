import { gzipSync } from 'node:zlib';
import { withstands } from './attack.ts';
import type { AttackBed } from './attack-bed.ts';

/** A body to the push API with the attacker's own key: every account has one. */
async function send(bed: AttackBed, path: string, body: string | Buffer, encoding?: string): Promise<number> {
  try {
    const answer = await fetch(`${bed.server.url}${path}`, {
      method: 'POST',
      headers: {
        'Api-Key': bed.attacker.bot.apiKey,
        'content-type': 'application/json',
        ...(encoding && { 'content-encoding': encoding }),
      },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const list = (item: string, count: number): string => `[${new Array(count).fill(item).join(',')}]`;
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const zeros = gzipSync(list('0', 10_000_000));
const calls = gzipSync(
  list('{"method":"sendMessage","params":{"chat_id":1,"text":"a"},"response":{"ok":true}}', 200_000),
);
const updates = gzipSync(list('{"update":{"update_id":1}}', 300_000));
const keys = `{"update":{${Array.from({ length: 200_000 }, (_, index) => `"k${index}":1`).join(',')}}}`;
const text = `{"update":{"update_id":1,"message":{"text":"${'\\u0000'.repeat(400_000)}"}}}`;

withstands([
  { name: '19 kB of gzip that are 20 MB of numbers', run: (bed) => send(bed, '/v1/send-batch-update', zeros, 'gzip') },
  {
    name: 'the same eight times at once',
    run: (bed) => times(8, () => send(bed, '/v1/send-batch-update', zeros, 'gzip')),
  },
  { name: 'a gzip of very many small calls', run: (bed) => send(bed, '/v1/send-call', calls, 'gzip') },
  {
    name: 'eight gzips of very many small updates',
    run: (bed) => times(8, () => send(bed, '/v1/send-batch-update', updates, 'gzip')),
  },
  {
    name: 'batches nested 5,000 and 500,000 deep',
    run: (bed) =>
      times(10, (index) => send(bed, '/v1/send-batch-update', `[${nested(index % 2 === 0 ? 5_000 : 500_000)}]`)),
  },
  { name: 'objects of 200,000 keys', run: (bed) => times(10, () => send(bed, '/v1/send-update', keys)) },
  { name: 'long escaped texts', run: (bed) => times(10, () => send(bed, '/v1/send-update', text)) },
  {
    name: 'a hundred bodies of a thousand refused items',
    run: (bed) => times(100, (index) => send(bed, '/v1/send-batch-update', list(`{"update":${index}}`, 1_000))),
  },
  {
    name: 'a gzip in a gzip, a torn one and one that is none',
    run: (bed) =>
      times(30, (index) =>
        send(
          bed,
          '/v1/send-batch-update',
          [gzipSync(zeros), zeros.subarray(0, 9_000), Buffer.from('none')][index % 3] ?? '',
          'gzip',
        ),
      ),
  },
]);
