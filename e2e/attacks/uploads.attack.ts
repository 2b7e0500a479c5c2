import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { withstands } from './attack.ts';
import type { AttackBed } from './attack-bed.ts';

const lookEveryMs = 250;
const maxPolls = 240;

/** Uploads a file, starts its reading and waits for its end, whatever that is. */
async function upload(bed: AttackBed, name: string, body: Buffer, content: 'users' | 'updates'): Promise<void> {
  const path = `/api/bots/${bed.attacker.bot.key}/uploads`;
  let id: string;
  try {
    const answer = await fetch(`${bed.server.url}${path}?file_name=${name}`, {
      method: 'POST',
      headers: {
        cookie: bed.attacker.cookie,
        'x-csrf-token': bed.attacker.csrf,
        'content-type': 'application/octet-stream',
      },
      body: new Uint8Array(body),
    });
    ({ id } = ((await answer.json()) as { data: { id: string } }).data);
  } catch {
    return;
  }
  await bed.call('POST', `${path}/${id}/start`, { content, mapping: { user_id: 'user_id' } });
  for (let looks = 0; looks < maxPolls; looks += 1) {
    const { data } = await bed.call('GET', `${path}/${id}`);
    if ((data as { state?: string } | undefined)?.state !== 'running') return;
    await wait(lookEveryMs);
  }
}

const head = 'user_id,first_name\n';
const longLines = (bytes: number): Buffer =>
  gzipSync(Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 'a'), Buffer.from('\n1,Ann\n')]));
// Made beforehand: packing a gigabyte takes seconds, in the process that also plays Telegram.
const longLine = longLines(250_000_000);
const huge = longLines(1_000_000_000);
const quote = gzipSync(Buffer.concat([Buffer.from(`${head}1,"`), Buffer.alloc(200_000_000, 'a\n')]));
const columns = Buffer.from(`user_id,${'a,'.repeat(2_000_000)}\n${'1,'.repeat(2_000_000)}\n`);
const users = gzipSync(Buffer.from(head + '1,a\n'.repeat(5_000_000)));
const deep = Buffer.from(`[${'{"a":'.repeat(400_000)}1${'}'.repeat(400_000)}]`);
const invalidLines = gzipSync(Buffer.from(head + 'x,\n'.repeat(5_000_000)));

withstands([
  { name: 'a long line of 250 MB', run: (bed) => upload(bed, 'long.csv.gz', longLine, 'users') },
  { name: 'a line of 1 GB, packed', run: (bed) => upload(bed, 'huge.csv.gz', huge, 'users') },
  { name: 'a quote that never closes', run: (bed) => upload(bed, 'quote.csv.gz', quote, 'users') },
  { name: 'two million columns', run: (bed) => upload(bed, 'columns.csv', columns, 'users') },
  { name: 'a list nested 400,000 deep', run: (bed) => upload(bed, 'deep.json', deep, 'updates') },
  { name: 'five million lines of the same user', run: (bed) => upload(bed, 'users.csv.gz', users, 'users') },
  { name: 'five million refused lines', run: (bed) => upload(bed, 'wrong.csv.gz', invalidLines, 'users') },
]);
