import { Client } from 'undici';

/** One of each kind of path: liveness, API, files, hits, webhooks, calls of bots, the bot API, pages. */
const paths = [
  '/healthz',
  '/api/site/init',
  '/site.js',
  '/hit',
  '/hook/nobody/nothing',
  '/bot1:A/getMe',
  `/bot1:${'A'.repeat(35)}/getMe`,
  '/v1/openapi.json',
  '/api/nowhere',
  '/signin',
];

async function ask(client: Client, path: string): Promise<string> {
  const { statusCode, headers, body } = await client.request({ method: 'GET', path });
  await body.text();
  return `${path} ${statusCode} ${headers['content-type']}`;
}

/** The answers to one request of each kind after another, and to four of each sent at once over one connection. */
export async function askPipelined(origin: string): Promise<{ alone: string[]; pipelined: string[] }> {
  const serialClient = new Client(origin, { pipelining: 1 });
  const crowded = new Client(origin, { pipelining: 4 * paths.length });
  try {
    const serialAnswers: string[] = [];
    for (const path of paths) serialAnswers.push(await ask(serialClient, path));
    const requests = [1, 2, 3, 4].flatMap(() => paths.map((path) => ask(crowded, path)));
    return { alone: [1, 2, 3, 4].flatMap(() => serialAnswers), pipelined: await Promise.all(requests) };
  } finally {
    await Promise.all([serialClient.destroy(), crowded.destroy()]);
  }
}
