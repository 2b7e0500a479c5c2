import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * All measurements, one after another, each in a process of its own. `npm run bench` runs all but the large one,
 * `npm run bench -- push reports` some. Every figure is printed beside its baseline of the same run: machines differ, ratios less so.
 */
const benches: Record<string, { file: string; about: string; onRequest?: true }> = {
  normalize: { file: 'normalize.ts', about: 'an update between the socket and the store' },
  store: { file: 'events-store.ts', about: 'durable rows a second against the bare engine; bytes per event' },
  push: { file: 'push.ts', about: 'durable updates a second through the public bot API' },
  hits: { file: 'hits.ts', about: 'durable hits of Mini Apps a second, against pushes of updates' },
  proxy: { file: 'proxy.ts', about: 'calls, polls and uploads through the proxy to Telegram, against nginx' },
  lane: {
    file: 'lane.ts',
    about: 'what bots feel of the product, quiet and while it is as busy as can be, against nginx',
  },
  relay: { file: 'relay.ts', about: 'updates a second from Telegram through us to a bot, recorded; what that adds' },
  cluster: {
    file: 'cluster.ts',
    about: 'pushes and webhooks with one and with two ingest processes; a request that another process owns',
  },
  'sign-ins': { file: 'sign-ins.ts', about: 'pushes while 200 users a minute sign in, against pushes alone' },
  reports: {
    file: 'reports.ts',
    about: 'each report on 10 million events against a bare scan of its columns; the home page',
  },
  users: {
    file: 'users.ts',
    about: 'the list of users, search, counts and segments of a million users with ten million events',
  },
  user: { file: 'user.ts', about: 'the page of one user with 100,000 messages among 10 million events' },
  scripts: {
    file: '../e2e/script-cost.ts',
    about: 'what the scripts for pages cost the main thread of a page, on a processor that is four times slower',
  },
  scroll: {
    file: '../e2e/scroll-conversation.ts',
    about: 'a conversation of 100,000 messages in Chromium: opening, frames a second, rows, jumps',
  },
  mailing: {
    file: 'mailing.ts',
    about: 'a campaign at 10, 30 and 300 messages a second; its start and stop; bytes a row',
  },
  integrations: {
    file: 'integrations.ts',
    about: 'events a second to one webhook, against a bare loop of requests; 200 integrations, 20 of them dead',
  },
  beside: {
    file: 'mailing-beside.ts',
    about: 'a campaign of 10 messages a second beside 3,000 relayed updates a second: what each takes from the other',
  },
  s3: {
    file: 'integrations-s3.ts',
    about: 'a back-fill of a million events to a storage with the API of S3, against one file by the engine itself',
  },
  large: {
    file: 'reports-large.ts',
    about: 'each report and the home page of one bot with 100 million events of 365 days; memory',
    // Its data take 22 minutes to make, once, and 6.5 GB.
    onRequest: true,
  },
  many: { file: 'reports-many.ts', about: 'the reports of one of fifty bots with 100 million events on disk; memory' },
};

const requested = process.argv.slice(2);
const unknownNames = requested.filter((name) => !(name in benches));
if (unknownNames.length > 0) {
  console.error(`there is no bench ${unknownNames.join(', ')}; there are: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}

let hasFailed = false;
for (const [name, { file, about, onRequest }] of Object.entries(benches)) {
  if (requested.length > 0 ? !requested.includes(name) : onRequest) continue;
  console.log(`\n── ${name}: ${about}`);
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path], { stdio: 'inherit' });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) hasFailed = true;
}
process.exit(hasFailed ? 1 : 0);
