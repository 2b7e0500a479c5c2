import { type Connection, connectBot, expectOnce, type Mode } from '../bot.ts';
import { forFailures, getFailure } from '../failures.ts';
import type { StartParty } from '../party.ts';

/** Users of a bot, who take turns. */
const userCount = 3;
/** Texts that must have come while the failure lasts, where bots go on. */
const textsMeanwhile = 5;

/** The traffic process is what carries bots: only with it they wait. */
const goesOn = forFailures(true, {
  'the traffic process is killed': false,
  'the traffic process is killed while the app process hangs': false,
  'the server is stopped while the app process hangs': false,
  'the server is restarted': false,
});
/** A kill may come between the bot's answer and Telegram's hearing of it. */
const kills = forFailures(0, {
  'the traffic process is killed': 1,
  'the traffic process is killed while the app process hangs': 1,
});

/** A bot that echoes what its users write; they do not stop writing. */
const botParty =
  (mode: Mode, connection: Connection): StartParty =>
  async (installation) => {
    const name = `${mode}_${connection}`;
    const bot = await connectBot(installation, { name, mode, connection });
    const users = Array.from({ length: userCount }, bot.newUser);
    let round = 0;
    let before = 0;
    let killCount = 0;
    return {
      name,
      async begin() {
        before = bot.receipts.length;
      },
      act() {
        const user = users[round % userCount];
        if (user !== undefined) bot.says(user, `text ${round}`);
        round += 1;
      },
      hasSeen: (failure) =>
        getFailure(failure).isOfTelegram || !goesOn(failure) || bot.receipts.length >= before + textsMeanwhile,
      finish: bot.caughtUp,
      async check(failure) {
        killCount += kills(failure);
        await expectOnce(installation, bot, killCount);
      },
      close: bot.close,
    };
  };

export const botParties: readonly StartParty[] = [
  botParty('polling', 'auto'),
  botParty('polling', 'manual'),
  botParty('webhook', 'auto'),
  botParty('webhook', 'manual'),
];
