import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '@botscope/testkit/throwaway.ts';
import { startBenchServer } from './load/bench-server.ts';
import { postBytes } from './load/connection.ts';
import { type Owner, signIn } from './load/owner.ts';
import { runPacedLoad } from './load/paced-load.ts';
import type { LoadResult } from './load/run-load.ts';
import { createUpdateSource } from './load/take-updates.ts';
import { endAll, startScript } from './load/world.ts';

/**
 * A campaign beside the same bot's webhook, relayed and recorded: the speed that the campaign keeps, and what it adds to
 * the time that an update takes. Baseline: the same updates without a campaign.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '3000' },
    speed: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    /** Within any second; with more than the speed, what a late timer lost is caught up. */
    cap: { type: 'string' },
  },
});
const [seconds, rate, speed, rounds] = [values.seconds, values.rate, values.speed, values.rounds].map(Number) as [
  number,
  number,
  number,
  number,
];
const cap = Number(values.cap ?? speed);
const bot = 100_000_001;
const name = `bot_${bot}_bot`;
const children: ChildProcess[] = [];
const takeUpdates = createUpdateSource('beside', '2026-08-01T00:00:00Z');

interface Counted {
  revision: number;
  counts: { total: number; delivered: number };
}

/** Starts a campaign to all, and says how many messages it delivered in each second while the work went on. */
async function besideCampaign(owner: Owner, key: string, work: () => Promise<LoadResult>) {
  const path = `/bots/${key}/campaigns`;
  const { campaign_id } = await owner.call('POST', path, { name: 'News', audience: { kind: 'all' } });
  const campaignPath = `${path}/${campaign_id}`;
  const sendingSettings = { speed, interval_cap: cap };
  const savedCampaign = await owner.call('POST', campaignPath, {
    revision: 1,
    message: { text: 'News' },
    sending: sendingSettings,
  });
  await owner.call('POST', `${campaignPath}/run`, { revision: savedCampaign.revision });
  const look = async () => {
    const { counts } = (await owner.call('GET', campaignPath)) as unknown as Counted;
    return { at: performance.now(), delivered: counts.delivered };
  };
  // Outcomes are stored in batches: from one change of the count to another, or half a batch is missing at the end.
  const waitForChange = async (from: number) => {
    for (;;) {
      const sample = await look();
      if (sample.delivered > from) return sample;
      await wait(20);
    }
  };
  const first = await waitForChange(0);
  const result = await work();
  const last = await waitForChange((await look()).delivered);
  await owner.call('POST', `${campaignPath}/stop`, {});
  await owner.call('POST', `${campaignPath}/finish`, {});
  return { result, perSecond: ((last.delivered - first.delivered) * 1_000) / (last.at - first.at) };
}

const show = (
  title: string,
  { requests, seconds: elapsedSeconds, p50, p99, failures }: LoadResult,
  suffix = '',
): void =>
  console.log(
    `  ${title.padEnd(22)} ${Math.round(requests / elapsedSeconds)} updates/s, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, failures ${failures}${suffix}`,
  );

try {
  const telegram = await startScript(children, 'trivial-telegram.ts');
  const itsBot = await startScript(children, 'trivial-bot.ts');
  const server = await startBenchServer(await freePort(), {
    TELEGRAM_API_ROOT: `http://127.0.0.1:${telegram.port}`,
    ALLOW_PRIVATE_WEBHOOKS: '1',
  });
  try {
    const owner = await signIn(server);
    const connection = { connection_type: 'manual', delivery_method: 'webhook', riskOk: true };
    const webhook = `http://127.0.0.1:${itsBot.port}/`;
    const botResponse = (await owner.call('POST', '/bots', { bot_name: name, webhook, ...connection })) as {
      bot?: { key: string };
    };
    const key = botResponse.bot?.key ?? '';
    await owner.call('POST', `/bots/${key}/token`, { token: `${bot}:${'A'.repeat(35)}` });
    const { hook_url } = await owner.call('GET', `/bots/${key}/connection`);
    const hook = new URL(String(hook_url)).pathname;
    const secret = { 'x-telegram-bot-api-secret-token': 'its-secret' };
    const load = (): Promise<LoadResult> => {
      const requests = takeUpdates(rate * seconds).map(({ update }) => postBytes(hook, secret, JSON.stringify(update)));
      let index = 0;
      return runPacedLoad({ port: server.port, rate, seconds, next: () => requests[index++] as Buffer });
    };
    // Users to write to, and warm code.
    await load();
    await wait(5_000);
    for (let round = 0; round < rounds; round += 1) {
      const baseline = await load();
      show('updates alone', baseline);
      await wait(2_000);
      const { result, perSecond } = await besideCampaign(owner, key, load);
      const added99 = (result.p99 - baseline.p99).toFixed(2);
      show(`beside ${speed} messages/s`, result, `; added p99 ${added99} ms; sent ${perSecond.toFixed(2)} a second`);
      await wait(2_000);
    }
  } finally {
    await server.stop();
  }
} finally {
  await endAll(children);
}
