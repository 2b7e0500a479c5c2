import { defaultMailingSettings } from '@botscope/contract';
import { withstands } from './attack.ts';
import type { AttackBed } from './attack-bed.ts';

const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Status of an answer; 0 where none came. */
async function post(
  bed: AttackBed,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<number> {
  try {
    const answer = await fetch(`${bed.server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

const pushUpdates = (bed: AttackBed, items: readonly object[]): Promise<number> =>
  post(bed, '/v1/send-batch-update', items, { 'Api-Key': bed.attacker.bot.apiKey });

/** A private message of a user to the bot. */
const message = (id: number, text: string, command: number): object => ({
  update: {
    update_id: id,
    message: {
      message_id: id,
      date: Math.floor(Date.now() / 1_000),
      chat: { id: 5_000 + id, type: 'private', first_name: 'Crowd' },
      from: { id: 5_000 + id, is_bot: false, first_name: 'Crowd' },
      text,
      entities: [{ type: 'bot_command', offset: 0, length: command }],
    },
  },
});
const createMessages = (count: number, text: (index: number) => string, command: number): object[] =>
  Array.from({ length: count }, (_, index) => message(index + 1, text(index), command));

/** Key of a new Mini App or website of the attacker: whatever is reported with it is theirs. */
async function createKey(bed: AttackBed, path: string, body: object): Promise<string> {
  const { data } = await bed.call('POST', `/api/bots/${bed.attacker.bot.key}/${path}`, body);
  return (data as { key?: string } | undefined)?.key ?? '';
}

const origin = 'https://shop.example';
const hex = (index: number): string => index.toString(16).padStart(32, '0');
const hits = (key: string, request: number, event: (index: number) => object): object => ({
  ...{ k: key, v: 1, l: hex(request), p: 'android', w: '8.0', sent: Date.now() },
  e: Array.from({ length: 50 }, (_, index) => ({
    id: (request * 50 + index).toString(16).padStart(16, '0'),
    t: Date.now(),
    ...event(index),
  })),
});

withstands([
  {
    name: 'quotas: 300 mails asked for one mailbox, and 300 for as many',
    run: (bed) =>
      times(600, (index) =>
        post(bed, '/api/user/sign-in/request-password-reset', {
          email: index % 2 === 0 ? 'victim@example.com' : `victim-${index}@example.com`,
        }),
      ),
  },
  {
    name: 'crowds: 300 wrong sign-ins for 150 accounts at once',
    run: (bed) =>
      times(300, (index) =>
        post(bed, '/api/user/sign-in/login', {
          identity: `crowd-${index % 150}@example.com`,
          password: `a guess ${index}`,
          rememberMe: false,
        }),
      ),
  },
  {
    name: 'caps: 2,000 requests of 50 invented names and paths each',
    async run(bed) {
      const key = await createKey(bed, 'mini-apps', { system_name: `caps${Date.now()}`, origins: [origin] });
      await times(2_000, (request) =>
        post(
          bed,
          '/hit',
          hits(key, request, (index) => ({ n: `n${request} ${index}`, u: `/${request}/${index}` })),
          { origin },
        ),
      );
    },
  },
  {
    name: 'storing before limiting: 600 launch names beside one initData',
    async run(bed) {
      const key = await createKey(bed, 'mini-apps', { system_name: `launch${Date.now()}`, origins: [] });
      const initData = `user=${encodeURIComponent('{"id":7,"first_name":"Eve"}')}&auth_date=${Math.floor(Date.now() / 1_000)}&hash=${'ab'.repeat(32)}`;
      await times(600, (request) =>
        post(bed, '/hit', { ...hits(key, 10_000 + request, () => ({ n: 'app_launch' })), i: initData }),
      );
    },
  },
  {
    name: 'look-ups: 10,000 starts by invented tickets in one push',
    run: (bed) =>
      pushUpdates(
        bed,
        createMessages(10_000, (index) => `/start bsv_${String(index).padStart(11, 'x')}`, 6),
      ),
  },
  {
    name: 'look-ups: 10,000 commands of users who return to mailings that they never ended',
    async run(bed) {
      const settings = { ...defaultMailingSettings, command: '/mute', return_command: '/unmute' };
      await bed.call('POST', `/api/bots/${bed.attacker.bot.key}/mailing-settings`, settings);
      await pushUpdates(
        bed,
        createMessages(10_000, () => '/unmute', 7),
      );
    },
  },
]);
