import { setTimeout as wait } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';

/**
 * Another user's bot and its owner, in their own thread: what the attacker's own work costs must not be measured.
 * The Telegram that their bot asks is in it too, and is the first message. Given the plan, it begins at the message 'start';
 * at 'stop' it sends every request's milliseconds since, by what was asked.
 */
export interface BystanderPlan {
  url: string;
  apiKey: string;
  /** The report that the owner looks at, with period. */
  report: string;
  cookie: string;
}

export interface BystandersTelegram {
  url: string;
  /** Token of a bot that polls Telegram through the proxy. */
  token: string;
}

/** One request: how long it took, and what was wrong with the answer, '' if nothing. */
export interface Sample {
  what: 'push' | 'report' | 'call' | 'poll';
  ms: number;
  failure: string;
}

const telegram = await startSimulatedTelegram({ isLocal: true });
const { token } = telegram.addBot({ username: 'standing_bot' });
let plan: BystanderPlan;
/** A request that takes longer has failed; the limit of a whole answer is far below. */
const timeoutMs = 20_000;
let samples: Sample[] = [];
let isStopped = true;
let loops: Promise<void>[] = [];
let updates = 0;

function update(): object {
  updates += 1;
  const date = Math.floor(Date.now() / 1_000);
  const from = { id: 5_000 + (updates % 50), is_bot: false, first_name: 'By' };
  const chat = { id: from.id, type: 'private', first_name: 'By' };
  return { update_id: updates, message: { message_id: updates, date, chat, from, text: `standing by ${updates}` } };
}

async function measure(kind: Sample['what'], path: string, options: RequestInit): Promise<void> {
  const start = performance.now();
  let failure = '';
  try {
    const answer = await fetch(`${plan.url}${path}`, { ...options, signal: AbortSignal.timeout(timeoutMs) });
    const text = await answer.text();
    if (answer.status !== 200) failure = `${answer.status} ${text.slice(0, 200)}`;
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  samples.push({ what: kind, ms: performance.now() - start, failure });
}

async function repeat(everyMs: number, work: () => Promise<void>): Promise<void> {
  while (!isStopped) {
    const next = wait(everyMs);
    await work();
    await next;
  }
}

const begin = (headers = { 'Api-Key': plan.apiKey, 'content-type': 'application/json' }): Promise<void>[] => [
  repeat(50, () => measure('push', '/v1/send-update', { method: 'POST', headers, body: JSON.stringify(update()) })),
  repeat(400, () => measure('report', plan.report, { headers: { cookie: plan.cookie } })),
  repeat(100, () => measure('call', `/bot${token}/getMe`, {})),
  // Telegram itself holds back an empty poll that follows another within three seconds.
  wait(3_200).then(() => repeat(3_500, () => measure('poll', `/bot${token}/getUpdates?timeout=0`, {}))),
];
parentPort?.on('message', async (order: 'start' | 'stop' | BystanderPlan) => {
  if (typeof order === 'object') {
    plan = order;
    return;
  }
  isStopped = order === 'stop';
  if (order === 'start') {
    samples = [];
    loops = begin();
    return;
  }
  await Promise.all(loops);
  parentPort?.postMessage(samples);
});
parentPort?.postMessage({ url: telegram.url, token } satisfies BystandersTelegram);
