import type { Outcome } from '@botscope/testkit/telegram/scripted-results.ts';
import { until } from '../fixtures/server.ts';
import type { Case } from './cases.ts';
import { startChatter } from './chatter.ts';
import { shopClients } from './clients.ts';
import type { Exchange, TapFault } from './http-tap.ts';
import { startShopRun } from './shop-run.ts';
import { shopUsers } from './shop-scenario.ts';
import { withoutNumbers } from './wire.ts';

/** Failures of Telegram; each of them has been seen on the real one. */
export const telegramFaults: Record<string, Outcome> = {
  'a gateway’s page': { status: 502, html: '<html><body><h1>502 Bad Gateway</h1></body></html>' },
  'a restart': { code: 500, description: 'Internal Server Error: restart' },
  'a cut connection': { reset: 'before' },
  'half an answer': { reset: 'middle' },
  'too many requests': { retryAfter: 1 },
  'a slow answer': { slow: '1s' },
};

/** Failures of a single call, on top of those. */
const callFaults: Record<string, Outcome> = {
  ...telegramFaults,
  'done, but nobody learns it': { reset: 'after' },
  'a slow body': { trickle: '1s' },
  blocked: { code: 403, description: 'Forbidden: bot was blocked by the user' },
  moved: { migrateTo: -100_500 },
};

/** Failures of a bot's webhook. */
export const webhookFaults: Record<string, TapFault> = {
  'a gateway’s page': { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>502</html>' },
  'a crash': { status: 500 },
  'a cut connection': { reset: true },
  'too many requests': { status: 429, headers: { 'retry-after': '1' } },
  'a slow answer': { delay: 1_000 },
};

/** Starts the same bot at a Telegram of its own, without Botscope. */
export async function startDirectTwin({ name, run: proxiedRun }: Case): Promise<Case> {
  const client = shopClients[name];
  if (!client) throw new Error(`no client ${name}`);
  const run = await startShopRun({ client, mode: 'polling', name: proxiedRun.name });
  return { name, mode: 'polling', run, chatter: startChatter(run) };
}

/** Lets calls of a bot fail in every way. @returns by fault: what Telegram did with each attempt, and what the bot got */
export async function failedCalls({ run, chatter }: Case): Promise<Record<string, string[]>> {
  const outcomesByFault: Record<string, string[]> = {};
  const { anna } = shopUsers(run.telegram, run.bot);
  for (const [name, outcome] of Object.entries(callFaults)) {
    run.bot.script({ method: 'sendMessage', chatId: anna.user.id, outcome });
    const text = chatter.says('anna');
    // The next text is answered, whatever the outcome of this one; some frameworks retry this one a second later.
    chatter.says('boris');
    await until(async () => chatter.echoes('boris').length === chatter.said('boris').length, 20_000);
    await until(
      async () => run.api.exchanges.every(({ end, path }) => end !== 'open' || /getUpdates/i.test(path)),
      20_000,
    );
    await new Promise((resolve) => setTimeout(resolve, 'retryAfter' in outcome ? 1_300 : 500));
    const isIt = (params: string) => new RegExp(`You said: ${text}(?!\\d)`).test(params);
    outcomesByFault[name] = [
      ...run.bot.calls.filter(({ params }) => isIt(String(params.text))).map(({ status }) => `at Telegram: ${status}`),
      ...run.api.exchanges
        .filter((exchange) => isIt(sentText(exchange)))
        .map((exchange) => `at the bot: ${describeResult(exchange)}`),
    ];
  }
  return outcomesByFault;
}

const sentText = ({ path, body }: Exchange) =>
  decodeURIComponent(`${path} ${body}`.replaceAll('+', ' ').replace(/%(?![\da-f]{2})/gi, ''));

/** Without an answer of Telegram a proxy has no other word than 502; the frameworks treat it like a broken connection. */
function describeResult({ status, end, answer }: Exchange): string {
  const isOurs = status === 502 && answer.toString().startsWith('{');
  if ((end === 'broken' && status === 0) || isOurs) return 'no answer';
  // The network decides how much of it arrived before the break.
  return end === 'whole' ? `${status} ${withoutNumbers(answer.toString())}` : `${status} ${end}`;
}
