import { type Connection, connectBot, expectOnce, type Mode } from '../bot.ts';
import type { StartParty } from '../party.ts';
import { forTroubles, troubleOf } from '../troubles.ts';

/** Users of a bot, who take turns. */
const people = 3;
/** Texts that must have come while the trouble lasts, where bots go on. */
const mostTelling = 5;

/** The traffic process is what carries bots: only with it they wait. */
const goesOn = forTroubles(true, {
  'the traffic process is killed': false,
  'the traffic process is killed while the app process hangs': false,
  'the server is restarted': false,
});
/** A kill may come between the bot's answer and Telegram's hearing of it. */
const kills = forTroubles(0, {
  'the traffic process is killed': 1,
  'the traffic process is killed while the app process hangs': 1,
});

/** A bot that echoes what its users write; they do not stop writing. */
const botParty =
  (mode: Mode, connection: Connection): StartParty =>
  async (installation) => {
    const name = `${mode}_${connection}`;
    const bot = await connectBot(installation, { name, mode, connection });
    const users = Array.from({ length: people }, bot.newPerson);
    let round = 0;
    let before = 0;
    let killCount = 0;
    return {
      name,
      async begin() {
        before = bot.receipts.length;
      },
      act() {
        const user = users[round % people];
        if (user !== undefined) bot.says(user, `text ${round}`);
        round += 1;
      },
      hasMet: (trouble) =>
        troubleOf(trouble).isOfTelegram || !goesOn(trouble) || bot.receipts.length >= before + mostTelling,
      finish: bot.caughtUp,
      async check(trouble) {
        killCount += kills(trouble);
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
