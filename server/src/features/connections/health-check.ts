import type { ProblemCode } from '@botscope/contract';
import type { WaitingUpdates } from '../../ingest/relay/waiting-updates.ts';
import { AppError } from '../../platform/errors.ts';
import { type BotRow, isRepairable, listProblems } from '../bots/bots.ts';
import type { WebhookInfo } from './bot-api.ts';
import { assertTarget, type ConnectionContext, json } from './context.ts';
import { type BotState, isDown, isOver, isUpAgain, judge } from './health.ts';
import { holdsWebhook } from './incoming.ts';
import { setOursOrRevert, toIncoming } from './reconnect.ts';
import { asFormer } from './take-over.ts';

/** Looks remembered of a bot, to see whether what waits at Telegram grows. */
const looks = 4;

/** Looks after connections: finds what is wrong, and repairs what can be repaired. */
export interface Health {
  /** Looks at Telegram now; problems begin and end. @throws AppError NotFound, TelegramUnavailable */
  checkNow(botKey: string): Promise<BotRow>;
  /** @throws AppError NothingToRepair, NeedToken, and what connecting throws */
  repair(botKey: string, code: ProblemCode): Promise<BotRow>;
  /** For the relay: the state of a bot's own webhook has changed. Never throws. */
  noteBotState(botKey: string, state: BotState): void;
  /** For the proxy and the recorder. Never throws. */
  noteProblem(botKey: string, code: ProblemCode, detail: string): void;
  /** For a process with a relay: what its noted states mean for their owners. Only that process knows them. */
  sweepStates(): Promise<void>;
  /** For the worker: ends problems of which no process speaks any more, of bots that `checkNow` never sees. */
  sweep(): Promise<void>;
}

async function loadBot(bots: ConnectionContext['bots'], botKey: string): Promise<BotRow> {
  const bot = await bots.byKey(botKey);
  if (bot === null) throw new AppError('NotFound');
  return bot;
}

/** Null if Telegram has revoked the token. */
async function infoOrRevoked(
  { botApi, addresses, problems }: ConnectionContext,
  bot: BotRow,
  token: string,
): Promise<WebhookInfo | null> {
  try {
    return await botApi.webhookInfo(addresses.telegramRoot(bot), token);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'WrongToken') throw error;
    await problems.begin(bot.key, 'TokenRevoked', 'Unauthorized');
    return null;
  }
}

/** Sets our webhook again. What stands there now is where the bot takes updates: it becomes the target. */
async function setAgain(context: ConnectionContext, bot: BotRow, token: string): Promise<void> {
  const { bots, botApi, addresses, takeOver } = context;
  const root = addresses.telegramRoot(bot);
  const info = await botApi.webhookInfo(root, token);
  const isForeign = info.url !== '' && !addresses.isHookOf(bot.key, info.url);
  if (bot.delivery_method !== 'webhook') {
    if (isForeign) await botApi.deleteWebhook(root, token);
    return;
  }
  if (!isForeign || info.url === bot.webhook) {
    // Setting the same again is no change at Telegram: it would keep its connections and their failures.
    if (!isForeign && info.url !== '') await botApi.deleteWebhook(root, token);
    await takeOver.setOurs(bot, token);
    return;
  }
  await assertTarget(
    context,
    { ...toIncoming(bots, bot), webhook: info.url },
    {
      accountKey: bot.account_key,
      except: bot.key,
    },
  );
  const columns = { webhook: info.url, allowed_updates: json(info.allowedUpdates) };
  const formerColumns = holdsWebhook(toIncoming(bots, bot)) ? { former_webhook: json(asFormer(info)) } : {};
  const changedBot = await bots.change(bot.key, { ...columns, ...formerColumns });
  await setOursOrRevert(context, { from: bot, to: changedBot }, token);
}

export function createHealth(deps: {
  context: ConnectionContext;
  /** Updates that wait in this process for the bot. */
  waitingUpdates: Pick<WaitingUpdates, 'retryNow'>;
  now?: () => number;
}): Health {
  const { context, waitingUpdates } = deps;
  const { bots, addresses, problems } = context;
  const now = deps.now ?? Date.now;
  const states = new Map<string, BotState>();
  const pendingByBot = new Map<string, number[]>();
  bots.onRemoved((botKey) => {
    states.delete(botKey);
    pendingByBot.delete(botKey);
  });

  const endWhatIsOver = async (bot: BotRow): Promise<void> => {
    for (const { code, heard } of listProblems(bot)) {
      const problem = { code, heard: Date.parse(heard), canLook: bot.token_sealed !== null };
      if (isOver(problem, now())) await problems.end(bot.key, code);
    }
  };

  const look = async (bot: BotRow, token: string): Promise<void> => {
    const info = await infoOrRevoked(context, bot, token);
    if (info === null) return;
    const pending = [...(pendingByBot.get(bot.key) ?? []), info.pending].slice(-looks);
    pendingByBot.set(bot.key, pending);
    const verdicts = judge(
      {
        deliveryMethod: bot.delivery_method,
        hasUpdates: bot.first_update_at !== null,
        isSetByUs: bot.connection_type === 'auto',
        url: info.url,
        isOurs: addresses.isHookOf(bot.key, info.url),
        lastErrorAt: info.lastErrorAt,
        lastError: info.lastError,
        pending,
      },
      now(),
    );
    const open = listProblems(bot).map(({ code }) => code);
    for (const { code, isOpen, detail } of verdicts) {
      if (isOpen === true) await problems.begin(bot.key, code, detail);
      else if (isOpen === false && open.includes(code)) await problems.end(bot.key, code);
    }
  };
  const checkNow = async (botKey: string): Promise<BotRow> => {
    const bot = await loadBot(bots, botKey);
    await endWhatIsOver(bot);
    const token = bots.tokenOf(bot);
    if (token !== null) {
      await look(bot, token);
      await bots.change(botKey, { checked_at: new Date(now()) });
    }
    return loadBot(bots, botKey);
  };

  const sweepStates = async (): Promise<void> => {
    for (const [botKey, state] of states) {
      if ((await bots.cached(botKey)) === null) states.delete(botKey);
      else if (isDown(state, now())) await problems.begin(botKey, 'BotDown', '');
      else if (isUpAgain(state)) {
        states.delete(botKey);
        await problems.end(botKey, 'BotDown');
      }
    }
  };

  return {
    checkNow,
    async repair(botKey, code) {
      const bot = await loadBot(bots, botKey);
      if (!listProblems(bot).some((problem) => problem.code === code)) throw new AppError('NothingToRepair');
      if (code === 'Gap') await problems.end(botKey, code);
      else if (code === 'BotDown') waitingUpdates.retryNow(botKey);
      else {
        const token = bots.tokenOf(bot);
        if (token === null || code === 'TokenRevoked') throw new AppError('NeedToken');
        if (!isRepairable(bot, code)) throw new AppError('NothingToRepair');
        await context.mutex(botKey, async () => setAgain(context, await loadBot(bots, botKey), token));
        // Telegram keeps reporting its last error; this problem is dealt with, and the next one is a new problem.
        await problems.end(botKey, code);
      }
      return loadBot(bots, botKey);
    },
    noteBotState: (botKey, state) => void states.set(botKey, state),
    noteProblem: problems.note,
    sweepStates,
    async sweep() {
      for (const bot of await bots.withProblemsButNoToken()) await endWhatIsOver(bot);
    },
  };
}
