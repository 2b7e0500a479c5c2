import { createHash } from 'node:crypto';
import { until } from '../fixtures/server.ts';
import type { ConnectedBotscope } from './botscope.ts';
import { startChatter } from './chatter.ts';
import { shopClients } from './clients.ts';
import { expectSame } from './compare.ts';
import { expect, test } from './real-test.ts';
import { shopBot } from './shop-bot.ts';
import { type RunOptions, startShopRun, uniqueName } from './shop-run.ts';

test.describe.configure({ timeout: 240_000 });

const client = (name: string) => {
  const shopClient = shopClients[name];
  if (!shopClient) throw new Error(`no client ${name}`);
  return shopClient;
};
const manualOptions = (name: string, mode: RunOptions['mode']) => ({
  client: client(name),
  mode,
  connection: 'manual' as const,
});

test('connected manually: by webhook without a token, by polling, by a framework that never asks for its name', async ({
  botscope,
}) => {
  await Promise.all([
    expectSame({ ...manualOptions('Telegraf', 'webhook'), botscope, proxiesCalls: false }, 'by hand'),
    expectSame({ ...manualOptions('grammY', 'polling'), botscope }, 'by hand'),
    expectSame({ ...manualOptions('node-telegram-bot-api 2.1', 'polling'), botscope }, 'by hand'),
  ]);
});

/** A manually connected webhook bot. */
async function isAwayForAMoment(botscope: ConnectedBotscope): Promise<void> {
  const run = await startShopRun({
    ...manualOptions('grammY', 'webhook'),
    name: uniqueName('away'),
    botscope,
    proxiesCalls: false,
  });
  const chatter = startChatter(run);
  try {
    chatter.says('anna');
    await chatter.echoed();
    await run.process.stop('SIGKILL');
    chatter.says('anna');
    chatter.says('boris');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await run.process.start();
    await chatter.echoed();
    for (const user of ['anna', 'boris'] as const) expect(chatter.echoes(user)).toEqual(chatter.said(user));
  } finally {
    await run.close();
  }
}

/** It gets what was queued for it first, then the rest. */
async function goesFromWebhookToPolling(botscope: ConnectedBotscope): Promise<void> {
  const run = await startShopRun({ client: client('Telegraf'), mode: 'webhook', name: uniqueName('turn'), botscope });
  const chatter = startChatter(run);
  const polling = shopBot(client('Telegraf'), { token: run.bot.token, apiRoot: run.api.url, mode: 'polling' });
  try {
    chatter.says('anna');
    await chatter.echoed();
    await run.process.stop('SIGKILL');
    for (const user of ['anna', 'boris', 'anna'] as const) chatter.says(user);
    await until(async () => run.bot.pending === 0, 20_000);
    await polling.start();
    await chatter.echoed();
    for (const user of ['boris', 'anna'] as const) chatter.says(user);
    await chatter.echoed();
    for (const user of ['anna', 'boris'] as const) expect(chatter.echoes(user)).toEqual(chatter.said(user));
    expect(run.bot.webhookUrl).toBeUndefined();
  } finally {
    await polling.stop('SIGKILL');
    await run.close();
  }
}

test('a bot that is away for a moment, or goes from its webhook to polling, misses nothing', async ({ botscope }) => {
  await Promise.all([isAwayForAMoment(botscope), goesFromWebhookToPolling(botscope)]);
});

test('fifty megabytes go up and twenty come down, byte by byte', async ({ botscope }) => {
  const run = await startShopRun({ client: client('grammY'), mode: 'polling', name: uniqueName('large'), botscope });
  const chatter = startChatter(run);
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  try {
    chatter.says('anna');
    await chatter.echoed();
    const send = async (size: number) => {
      const content = Buffer.alloc(size, 'Ботскоп');
      const form = new FormData();
      form.set('chat_id', '710000001');
      form.set('document', new Blob([content]), 'большой.bin');
      const response = await fetch(`${run.api.url}/bot${run.bot.token}/sendDocument`, { method: 'POST', body: form });
      const answer = (await response.json()) as { ok: boolean; result: { document: { file_id: string } } };
      expect(answer.ok).toBe(true);
      const upload = run.bot.calls.findLast(({ method }) => method === 'sendDocument')?.files[0];
      expect([upload?.name, upload?.size, digest(upload?.bytes ?? Buffer.of())]).toEqual([
        'большой.bin',
        size,
        digest(content),
      ]);
      return { fileId: answer.result.document.file_id, digest: digest(content) };
    };
    await send(50 * 1_048_576 - 1_024);
    const twenty = await send(20 * 1_048_576);
    const answer = await fetch(`${run.api.url}/bot${run.bot.token}/getFile?file_id=${twenty.fileId}`);
    const { result } = (await answer.json()) as { result: { file_path: string } };
    const download = await fetch(`${run.api.url}/file/bot${run.bot.token}/${result.file_path}`);
    expect(digest(Buffer.from(await download.arrayBuffer()))).toBe(twenty.digest);
  } finally {
    await run.close();
  }
});
