import type { Bot } from '@botscope/contract';
import { expect, test } from 'vitest';
import { type BotCandidates, chooseBot } from './current-bot.ts';

const bot = (key: string): Bot => ({
  key,
  bot_name: `${key}_bot`,
  username: `${key}_bot`,
  status: true,
  statusDisable: false,
  new_bot: true,
  actualDataInTg: true,
  type_platform: 'own',
  has_token: false,
  connection_type: 'api',
  delivery_method: 'api',
  delivery_method_send: 'off',
  status_send: false,
  last_call_at: null,
  region: 'global',
  problems: [],
  date_added: '2026-10-01T00:00:00Z',
  first_update_at: null,
  last_update_at: null,
  is_demo: key === 'demo',
  permissions: [],
  reports: [],
  role: 'owner',
});
const demoBot = bot('demo');
const ownBots = { first: bot('first'), second: bot('second') };

const cases: [name: string, given: Partial<BotCandidates>, chosen: string | null, demo: boolean][] = [
  ['no bots at all', {}, null, false],
  ['none stored: the first', { bots: ownBots }, 'first', false],
  ['the stored one', { bots: ownBots, stored: 'second' }, 'second', false],
  ['stored, but not mine: the first', { bots: ownBots, stored: 'gone' }, 'first', false],
  ['stored, but there are none left', { stored: 'gone' }, null, false],
  ['the demo of a visitor', { demo: true }, 'demo', true],
  ['the demo of an account with bots', { bots: ownBots, stored: 'second', demo: true }, 'demo', true],
  ['the demo was switched off by the operator', { bots: ownBots, demo: true, demoBot: null }, 'first', false],
  ['a link to a bot of mine', { bots: ownBots, stored: 'first', requested: 'second' }, 'second', false],
  ['a link to a bot of mine ends the demo', { bots: ownBots, demo: true, requested: 'second' }, 'second', false],
  ['a link to a bot of someone else', { bots: ownBots, stored: 'second', requested: 'gone' }, 'second', false],
  ['a link to the demo bot', { bots: ownBots, stored: 'second', requested: 'demo' }, 'demo', true],
  ['a link to the demo bot where there is none', { bots: ownBots, demoBot: null, requested: 'demo' }, 'first', false],
];

test.each(cases)('%s', (_name, candidates, chosenKey, demo) => {
  const choice = chooseBot({ bots: {}, demoBot, stored: null, demo: false, ...candidates });
  expect({ key: choice.bot?.key ?? null, demo: choice.demo }).toEqual({ key: chosenKey, demo });
});
