import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { webhookRequest } from './providers/webhook/webhook.ts';

const secret = `whsec_${Buffer.alloc(32, 'guide').toString('base64')}`;
const hasPython = spawnSync('python3', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'botscope-guide-'));
let receiver: ChildProcess | undefined;
afterEach(() => {
  receiver?.kill();
  receiver = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** The code of a language in the guide, with a port of its own. */
function sampleOf(guide: 'en' | 'ru', language: string, port: number): string {
  const text = readFileSync(new URL(`../../../../docs/guide/${guide}/integrations.md`, import.meta.url), 'utf8');
  const code = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(text)?.[1];
  if (code === undefined) throw new Error(`the guide has no sample in ${language}`);
  return code.replace('8000', String(port));
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const request = (signingSecret: string, now: number) =>
  webhookRequest(
    [
      {
        event: {
          ...({ id: 'evt_4k1x0c9m2v7q8w3n5b6t1r0y', type: 'integration.test', user: null } as const),
          ...{ at: new Date(now).toISOString(), bot: { key: '0123456789abc', name: 'shop_bot' }, data: { note: 'Ж' } },
        },
        ...{ userId: null, attempt: 1 },
      },
    ],
    { settings: { url: 'http://127.0.0.1/', batch: 1 }, secrets: { secret: signingSecret, headers: '' } },
    now,
  );

describe.each([
  ['js', 'node', 'receiver.mjs', true],
  ['python', 'python3', 'receiver.py', hasPython],
] as const)('the receiver of the guide in %s', (language, command, file, isInstalled) => {
  it.runIf(isInstalled)('takes what is signed with its secret, and nothing else', async () => {
    const port = await freePort();
    expect(sampleOf('ru', language, port)).toBe(sampleOf('en', language, port));
    const path = join(mkdtempSync(folder), file);
    writeFileSync(path, sampleOf('en', language, port));
    receiver = spawn(command, [path], { env: { ...process.env, WEBHOOK_SECRET: secret }, stdio: 'ignore' });
    const send = async ({ headers, body }: ReturnType<typeof request>) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: String(body) })).status;
    const now = Date.now();
    await expect.poll(() => send(request(secret, now)).catch(() => 0), { timeout: 20_000 }).toBe(204);
    const other = `whsec_${Buffer.alloc(32, 'other').toString('base64')}`;
    expect(await send(request(other, now))).toBe(401);
    expect(await send(request(`${other} ${secret}`, now))).toBe(204);
    expect(await send(request(secret, now - 3_600_000))).toBe(401);
    expect(await send({ ...request(secret, now), body: '{"type":"forged"}' })).toBe(401);
  });
});
