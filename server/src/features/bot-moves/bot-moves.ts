import { type Kysely, sql } from 'kysely';
import { countEventsOfServers } from '../../events/store/servers/addresses.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { type MoveState, moveStates, serversInUse } from '../event-store/event-store.ts';
import { createMoveStore } from './move-store.ts';

export interface EventServer {
  id: string;
  /** Without user and password. */
  address: string;
  default: boolean;
  bots: number;
  /** Copies included; null while the server does not answer. */
  events: number | null;
}

export interface ListedMove {
  bot: string;
  from: string;
  to: string;
  state: string;
  since: string;
  problem: string;
}

/** The operator's commands for event servers. A worker process carries the moves out. */
export interface BotMoves {
  servers(): Promise<EventServer[]>;
  moves(): Promise<ListedMove[]>;
  /** @throws AppError NotFound (bot, to), InvalidField where the bot is there already or is being moved elsewhere */
  start(bot: string, to: string): Promise<ListedMove>;
  /** @throws AppError NotFound; InvalidField once reads have switched: it can be moved back later */
  cancel(bot: string): Promise<ListedMove>;
}

const cancelable = moveStates.filter((state) => state !== 'switched' && state !== 'deleting');

export function createBotMoves(deps: {
  db: Kysely<Tables>;
  bus: Pick<Bus, 'publish'>;
  urls: readonly string[];
}): BotMoves {
  const { db, bus, urls } = deps;
  const store = createMoveStore(db);

  async function findMove(bot: string): Promise<ListedMove | null> {
    const move = await store.byBot(bot);
    return move && { bot, from: move.source, to: move.target, ...presentState(move) };
  }
  async function must(bot: string): Promise<ListedMove> {
    const move = await findMove(bot);
    if (move === null) throw new AppError('NotFound', { field: 'bot' });
    return move;
  }

  return {
    async servers() {
      const events = await countEventsOfServers(urls);
      const rows = await db
        .selectFrom('event_servers')
        .select(['id', 'address', 'is_default'])
        .select(({ selectFrom }) =>
          selectFrom('bots')
            .select(sql<number>`count(*)::int`.as('bots'))
            .where('removed_at', 'is', null)
            .where(sql<boolean>`coalesce(event_server = event_servers.id, event_servers.is_default)`)
            .as('bots'),
        )
        .orderBy('added_at')
        .orderBy('id')
        .execute();
      return rows.map(({ id, address, is_default, bots }) => {
        return { id, address, default: is_default, bots: bots ?? 0, events: events.get(id) ?? null };
      });
    },
    async moves() {
      return (await store.list()).map((move) => ({
        bot: move.bot,
        from: move.source,
        to: move.target,
        ...presentState(move),
      }));
    },
    async start(bot, to) {
      const row = await db
        .selectFrom('bots')
        .select('event_server')
        .where('key', '=', bot)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      if (row === undefined) throw new AppError('NotFound', { field: 'bot' });
      const target = await serversInUse(db).select('id').where('id', '=', to).executeTakeFirst();
      if (target === undefined) {
        const message = 'No such server, or a process that serves was started before it was added: restart that one';
        throw new AppError('NotFound', { field: 'to', message });
      }
      const first = await db.selectFrom('event_servers').select('id').where('is_default', '=', true).executeTakeFirst();
      const source = row.event_server ?? first?.id;
      if (source === undefined || source === to) {
        throw new AppError('InvalidField', { field: 'to', message: 'The bot is on this server' });
      }
      await db
        .insertInto('event_moves')
        .values({ bot_key: bot, source, target: to, state: 'preparing' satisfies MoveState })
        .onConflict((conflict) => conflict.column('bot_key').doNothing())
        .execute();
      const move = await must(bot);
      if (move.to !== to || move.state === 'cancelling') {
        throw new AppError('InvalidField', { field: 'bot', message: `The bot is being moved already: ${move.state}` });
      }
      bus.publish('bot-moved', bot);
      return move;
    },
    async cancel(bot) {
      const { state } = await must(bot);
      const cancelableState = cancelable.find((one) => one === state);
      if (cancelableState === undefined) {
        throw new AppError('InvalidField', {
          field: 'bot',
          message: 'Reports read the new server already: move it back',
        });
      }
      if (cancelableState !== 'cancelling' && !(await store.enter({ bot, state: cancelableState }, 'cancelling'))) {
        throw new AppError('InvalidField', { field: 'bot', message: 'The move has just gone on; try again' });
      }
      bus.publish('bot-moved', bot);
      return await must(bot);
    },
  };
}

const presentState = ({ state, since, problem }: { state: MoveState; since: Date; problem: string }) => ({
  state,
  since: since.toISOString(),
  problem,
});
