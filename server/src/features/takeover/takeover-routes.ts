import { api, type Takeover, type TakeoverSettings } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import type { Takeovers } from './takeover.ts';

interface TakeoverRoutesDeps {
  takeovers: Takeovers;
  /** Whether the bot has this user. */
  knows: (bot: string, userId: number) => Promise<boolean>;
  nameOf: (account: string) => Promise<string>;
  record: RecordAudit;
}

export function registerTakeover(http: Http<BotRow>, deps: TakeoverRoutesDeps): void {
  const { takeovers, record } = deps;
  const loadState = async (bot: BotRow, userId: number, reader: string): Promise<Takeover> => {
    const row = await takeovers.one(bot.key, userId);
    const reach = reachOf(bot);
    if (row === null) return { current: null, reach };
    const { account, since, expiresAt, mode, withheld } = row;
    return {
      current: {
        owner: account === null ? null : await deps.nameOf(account),
        is_mine: account === reader,
        since: since.toISOString(),
        expires_at: expiresAt.toISOString(),
        // A mode chosen for a webhook cannot be promised to a bot that polls by now.
        mode: reach === 'full' ? mode : 'drop',
        withheld,
      },
      reach,
    };
  };
  const loadSettings = async (bot: BotRow): Promise<TakeoverSettings> => ({
    withheld: reachOf(bot) === 'full' ? await takeovers.mode(bot.key) : 'drop',
    reach: reachOf(bot),
  });

  http.on(api.getTakeover, ({ bot, account, params }) =>
    loadState(permitted(bot), Number(params.user_id), permitted(account).key),
  );
  http.on(api.takeOver, async ({ params, body, ...call }) => {
    const [bot, { key: account }, userId] = [permitted(call.bot), permitted(call.account), Number(params.user_id)];
    if (bot.token_sealed === null) throw new AppError('NeedToken');
    if (!(await deps.knows(bot.key, userId))) throw new AppError('NotFound');
    await takeovers.take({ bot: bot.key, userId, account, fromOther: body.from_colleague });
    await record(call, 'chat_taken_over', { user_id: params.user_id });
    return loadState(bot, userId, account);
  });
  http.on(api.releaseTakeover, async ({ params, ...call }) => {
    const [bot, { key: account }, userId] = [permitted(call.bot), permitted(call.account), Number(params.user_id)];
    if (await takeovers.release(bot.key, userId, account))
      await record(call, 'chat_released', { user_id: params.user_id });
    return loadState(bot, userId, account);
  });
  http.on(api.getTakeoverSettings, ({ bot }) => loadSettings(permitted(bot)));
  http.on(api.setTakeoverSettings, async ({ body, ...call }) => {
    const bot = permitted(call.bot);
    if (body.withheld === 'deliver' && reachOf(bot) !== 'full')
      throw new AppError('InvalidField', { field: 'withheld' });
    await takeovers.setMode(bot.key, body.withheld);
    await record(call, 'takeover_settings_changed', { withheld: body.withheld });
    return loadSettings(bot);
  });
}

/** Its updates wait here only behind a webhook, and with the token by which its replies are executed. */
function reachOf({ delivery_method, token_sealed }: BotRow): Takeover['reach'] {
  if (delivery_method === 'webhook') return token_sealed === null ? 'drop_only' : 'full';
  return delivery_method === 'getUpdates' ? 'drop_only' : 'none';
}
