import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@botscope/testkit/throwaway.ts';
import { afterAll, expect, it } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'botscope-relay-killed-'));
const servers: Server[] = [];
let child: ChildProcess | undefined;
afterAll(() => {
  child?.kill('SIGKILL');
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
  rmSync(directory, { recursive: true, force: true });
});

async function serve(answer: (url: string, body: string) => { status: number; body?: string }): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { status, body = '' } = answer(request.url ?? '', Buffer.concat(chunks).toString());
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startRelay(...args: string[]): Promise<void> {
  const script = join(import.meta.dirname, 'fixtures', 'relay-until-killed.ts');
  child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout as NodeJS.ReadableStream, 'data');
}

it('killed with -9 at random moments, with a bot that fails half the time: nothing is lost, nothing is doubled but what was in flight', async () => {
  const chats = 8;
  const kills = 5;
  /** Updates in the order in which the bot took them, and how often each reply was executed. */
  const takenUpdates: number[] = [];
  const executed = new Map<number, number>();
  let share = 0.5;
  const count = (update: number) => executed.set(update, (executed.get(update) ?? 0) + 1);
  const webhook = await serve((_url, body) => {
    const { update_id } = JSON.parse(body);
    if (Math.random() < share) return { status: 500 };
    takenUpdates.push(update_id);
    return { status: 200, body: JSON.stringify({ method: 'sendMessage', chat_id: 1, text: String(update_id) }) };
  });
  const apiRoot = await serve((_url, body) => {
    count(Number(JSON.parse(body).text));
    return { status: 200, body: '{"ok":true,"result":true}' };
  });
  const port = await freePort();
  const address = `http://127.0.0.1:${port}/hook/0123456789abc/our-secret`;

  /** Telegram: the updates of one chat in order, each until it is answered 200. */
  const acknowledged: number[] = [];
  let isOver = false;
  async function chat(number: number): Promise<void> {
    for (let step = 0; !isOver; step += 1) {
      const update_id = step * chats + number;
      const body = JSON.stringify({ update_id, message: { chat: { id: number } } });
      for (;;) {
        const reply = await fetch(address, { method: 'POST', body }).then(
          async (answer) => (answer.status === 200 ? await answer.text() : null),
          () => null,
        );
        if (reply !== null) {
          acknowledged.push(update_id);
          if (reply !== '') count(Number(JSON.parse(reply).text));
          break;
        }
        await wait(20);
      }
    }
  }

  await startRelay(directory, String(port), webhook, apiRoot);
  const telegram = Array.from({ length: chats }, (_, number) => chat(number));
  for (let round = 0; round < kills; round += 1) {
    await wait(800 + Math.random() * 1_200);
    child?.kill('SIGKILL');
    await once(child as ChildProcess, 'close');
    await startRelay(directory, String(port), webhook, apiRoot);
  }
  await wait(500);
  isOver = true;
  share = 0;
  await Promise.all(telegram);
  // After five failures in a row an update is tried again after half a minute, after six failures after a minute.
  await expect.poll(() => acknowledged.filter((id) => !takenUpdates.includes(id)).length, { timeout: 120_000 }).toBe(0);
  // A kill between the note that the bot has it and its reply costs the reply: one of each chat at most.
  await expect.poll(() => new Set(takenUpdates).size - executed.size).toBeLessThanOrEqual(kills * chats);

  expect(acknowledged.length).toBeGreaterThan(50);
  for (const times of executed.values()) expect(times).toBe(1);
  for (let number = 0; number < chats; number += 1) {
    const chatUpdates = takenUpdates.filter((update) => update % chats === number);
    // In order; and a chat has one update in flight, so each kill may have doubled one: the last that the bot took.
    expect(chatUpdates).toEqual([...chatUpdates].sort((a, b) => a - b));
    expect(chatUpdates.length - new Set(chatUpdates).size).toBeLessThanOrEqual(kills);
  }
}, 240_000);
