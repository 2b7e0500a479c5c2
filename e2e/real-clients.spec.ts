import { startJourney } from '@botscope/testkit/journey.ts';
import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import type { Page } from '@playwright/test';
import { type Client, type ClientBot, clientBot } from './fixtures/client-bot.ts';
import { createBot, type TestBot } from './fixtures/operator.ts';
import { push } from './fixtures/push.ts';
import { readCard, readTotals } from './fixtures/reading.ts';
import { type Recorder, startRecorder } from './fixtures/recorder.ts';
import type { TestServer } from './fixtures/server.ts';
import { expect, test } from './fixtures/test.ts';

/*
 * The users, and what the last 7 days must say about them. Olga and Pavel met the bot ten days ago; all the rest happens now,
 * through a real bot that is stopped while Dina writes to it.
 *
 *            earlier                  now                                         new left back actions sessions single
 * Anna       -                        /start promo, presses Buy, text, photo       1    -    -     4       1       -
 * Boris      -                        /start, blocks                               1    1    -     1       1       1
 * Vera       -                        /start site, text, blocks, unblocks, text    1    1    1     3       1       -
 * Dina       -                        /start, text (the bot is down)               1    -    -     2       1       -
 * Olga       /start, text             text                                         -    -    -     1       1       1
 * Pavel      /start, blocks           unblocks, text                               -    -    1     1       1       1
 *                                                                          total   4    2    2    12       6       3
 *
 * Visitors 6 · commands 4, button 1, photo 1, texts 6 · bounce rate 3/6 = 50% · actions per session 12/6 = 2
 * Known users 6; live at the end: all but Boris = 5.
 */
const week = {
  cards: {
    'New users': '4',
    Left: '2',
    Returned: '2',
    Visitors: '6',
    Actions: '12',
    Sessions: '6',
    'Bounce rate': '50%',
  },
  reports: {
    new_users: { New: '4' },
    left_users: { Left: '2' },
    return_users: { Returned: '2' },
    visitors: { Visitors: '6' },
    messages_from_user: { Text: '6', Commands: '4', Buttons: '1', Photos: '1' },
    session_count: { Sessions: '6' },
    avg_events_session: { Mean: '2' },
    rejection: { 'Bounce rate': '50%' },
    count_users: { All: '6', Current: '5', Left: '1' },
    user_commands_stat: { '/start': '4', buy: '1' },
  },
};
const olgaId = 700_000_001;
const pavelId = 700_000_002;
/** Updates that reach the bot now: the rows above, blocks and unblocks included. */
const updatesNow = 12 + 4;

function history(botName: string) {
  const tenDaysAgo = new Date(Date.now() - 10 * 86_400_000).toISOString();
  const journey = startJourney({ from: tenDaysAgo, bot: botName, seed: botName });
  const olga = journey.user('Olga', { id: olgaId });
  const pavel = journey.user('Pavel', { id: pavelId });
  olga.sends('/start');
  journey.after('2m');
  olga.sends('What do you sell?');
  pavel.sends('/start');
  journey.after('1m');
  pavel.blocks();
  return journey.updates;
}

/** The scenario of the table. Returns when every update of it has been acknowledged. */
async function ingestHistory(
  telegram: SimulatedTelegram,
  bot: SimulatedBot,
  botProcess: ClientBot,
  recorder: Recorder,
  end: 'SIGTERM' | 'SIGKILL',
) {
  const user = (first_name: string, id?: number) => telegram.user({ first_name, bot, ...(id ? { id } : {}) });
  const [anna, boris, vera, dina] = ['Anna', 'Boris', 'Vera', 'Dina'].map((name) => user(name));
  const [olga, pavel] = [user('Olga', olgaId), user('Pavel', pavelId)];
  if (!anna || !boris || !vera || !dina) throw new Error('four users are needed');

  /** A bot that answers a user who has just blocked it gets an error: users act when they have their answer. */
  const untilAnswered = async (action: () => unknown): Promise<void> => {
    const answer = bot.nextCall('sendMessage');
    action();
    await answer;
  };

  await untilAnswered(() => anna.sends('/start promo'));
  const thanked = bot.nextCall('answerCallbackQuery');
  anna.presses('buy');
  await thanked;
  await untilAnswered(() => anna.sends('Where is my parcel?'));
  await untilAnswered(() => anna.sendsPhoto());
  await untilAnswered(() => boris.sends('/start'));
  boris.blocks();
  await untilAnswered(() => vera.sends('/start site'));
  await untilAnswered(() => vera.sends('Hello'));
  vera.blocks();
  await recorder.acknowledged(9);

  await botProcess.stop(end);
  dina.sends('/start');
  dina.sends('Is anyone there?');
  await botProcess.start();
  await recorder.acknowledged(11);

  vera.unblocks();
  vera.sends('I am back');
  olga.sends('Still here');
  pavel.unblocks();
  pavel.sends('Me too');
  await recorder.acknowledged(updatesNow);
}

type ReportName = keyof typeof week.reports;

async function readCards(page: Page, bot: TestBot): Promise<Record<string, string>> {
  await page.goto(`/?period=7d&bot=${bot.key}`);
  const cards: Record<string, string> = {};
  for (const name of Object.keys(week.cards)) cards[name] = await readCard(page, name);
  return cards;
}

async function readReports(
  page: Page,
  bot: TestBot,
  types: readonly ReportName[],
): Promise<Record<string, Record<string, string>>> {
  const reports: Record<string, Record<string, string>> = {};
  for (const type of types) {
    const totals = await readTotals(page, type, `period=7d&bot=${bot.key}`);
    // Elsewhere a median, a share and the like stand beside; here a column too many is an action of a wrong kind.
    const isWhole = type === 'messages_from_user' || type === 'user_commands_stat';
    const names = isWhole ? Object.keys(totals) : Object.keys(week.reports[type]);
    reports[type] = Object.fromEntries(names.map((name) => [name, totals[name] ?? '']));
  }
  return reports;
}

const endings: Record<Client, 'SIGTERM' | 'SIGKILL'> = {
  grammY: 'SIGTERM',
  // Killed before it could confirm: Telegram delivers its last updates again, and it pushes them again.
  Telegraf: 'SIGKILL',
  'python-telegram-bot': 'SIGTERM',
};

async function runWeek(client: Client, ownerPage: Page, server: TestServer, bot: TestBot, turn: Turn): Promise<void> {
  const telegram = await startSimulatedTelegram({ seed: client });
  const recorder = await startRecorder(server.url);
  const simulatedBot = telegram.addBot({ username: bot.name, first_name: 'Shop' });
  const botProcess = clientBot(client, {
    token: simulatedBot.token,
    telegramUrl: telegram.url,
    botscopeUrl: recorder.url,
    apiKey: bot.apiKey,
  });
  const earlier = history(bot.name);
  try {
    expect(await push(server, bot, earlier)).toBe(200);
    await botProcess.start();
    await ingestHistory(telegram, simulatedBot, botProcess, recorder, endings[client]);
    await server.settled();
    await turn(async () => {
      expect(await readCards(ownerPage, bot)).toEqual(week.cards);
      expect(await readReports(ownerPage, bot, Object.keys(week.reports) as ReportName[])).toEqual(week.reports);
    });

    const repeatStatuses = await recorder.sendAgain();
    expect(repeatStatuses.every((status) => status === 200)).toBe(true);
    expect(await push(server, bot, earlier)).toBe(200);
    await server.settled();
    await turn(async () => {
      expect(await readCards(ownerPage, bot)).toEqual(week.cards);
      expect(await readReports(ownerPage, bot, ['messages_from_user', 'return_users'])).toEqual({
        messages_from_user: week.reports.messages_from_user,
        return_users: week.reports.return_users,
      });
    });
  } finally {
    await botProcess.stop();
    await recorder.close();
    await telegram.stop();
  }
}

type Turn = (read: () => Promise<void>) => Promise<void>;

test('the numbers of bots on real frameworks are the ones counted by hand', async ({
  own,
  demoServer: server,
  account,
}) => {
  // The bots run side by side; the one page reads their numbers in turn.
  let last: Promise<unknown> = Promise.resolve();
  const turn: Turn = (read) => {
    const turnResult = last.then(read);
    last = turnResult.catch(() => undefined);
    return turnResult;
  };
  const results = await Promise.allSettled(
    (Object.keys(endings) as Client[]).map(async (client) =>
      runWeek(client, own, server, await createBot(server, account), turn),
    ),
  );
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason?.stack)] : []));
  expect(failures.join('\n\n')).toBe('');
});
