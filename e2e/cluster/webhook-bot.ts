import { createServer } from 'node:http';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { createReceiver, type TestBot } from './test-bot.ts';

export interface WebhookBot extends TestBot {
  /** Its own address, which its owner gives to Telegram before connecting it. */
  readonly hookUrl: string;
}

/** A bot with a webhook of its own, whose calls go to `root`. */
export async function startWebhookBot(simulated: SimulatedBot, root: string): Promise<WebhookBot> {
  const { receipts, caller, take } = createReceiver(root, simulated.token);
  let isDown = false;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (isDown) {
      response.writeHead(500).end();
      return;
    }
    // Written down before the answer: from here on a repeat is a double.
    if (request.method === 'POST' && body !== '') take(JSON.parse(body));
    response.writeHead(200, { 'content-length': 0 }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    name: simulated.username,
    simulated,
    mode: 'webhook',
    hookUrl: `http://127.0.0.1:${port}/hook`,
    receipts,
    caller,
    failedPolls: {},
    setDown(next) {
      isDown = next;
    },
    async close() {
      caller.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
