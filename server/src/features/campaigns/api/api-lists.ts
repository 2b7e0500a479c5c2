import type { ApiList, SegmentRules } from '@botscope/contract';
import { AppError } from '../../../platform/errors.ts';
import type { Segments, StoredSegment } from '../../segments/segments.ts';
import type { ApiCall } from './api-answer.ts';

type Caller = Pick<ApiCall, 'bot' | 'owner' | 'request' | 'signal' | 'record'>;

/** Lists of users, which the dashboard shows among segments. */
export interface ApiLists {
  all(bot: string): Promise<ApiList[]>;
  /** @throws AppError NotFound, with the field that named the list */
  get(bot: string, id: number, field: string): Promise<StoredSegment>;
  /** Users of the list. */
  rulesOf(id: number): SegmentRules;
  /** @throws AppError RequiredFields (`name`), NotFound (`list_id`), TooManySegments, StoreUnavailable */
  save(
    call: Caller,
    list: { listId: number | undefined; name: string | undefined; userIds: readonly number[]; isMember: boolean },
  ): Promise<ApiList>;
  /** @throws AppError NotFound (`list_id`), SegmentInUse */
  remove(call: Caller, id: number): Promise<void>;
}

const rulesOf = (id: number): SegmentRules => ({
  match: 'all',
  rules: [{ kind: 'segment', segment_id: id, not: false }],
});

export function createApiLists(deps: {
  segments: Pick<Segments, 'list' | 'createList' | 'update' | 'remove' | 'changeMembers' | 'setCount' | 'createdBy'>;
  /** Filters user ids to those known to the bot: nothing is stored about the others. */
  known: (bot: string, userIds: readonly number[]) => Promise<ReadonlySet<number>>;
  count: (bot: string, rules: SegmentRules, signal: AbortSignal) => Promise<number>;
  contextOf: (bot: string, signal: AbortSignal) => Promise<Parameters<Segments['update']>[3]>;
}): ApiLists {
  const { segments } = deps;
  const toApiList = ({ id, name, count }: StoredSegment): ApiList => ({ list_id: id, name, count: count ?? 0 });

  async function get(bot: string, id: number, field: string): Promise<StoredSegment> {
    const list = (await segments.list({ key: bot })).find((one) => one.id === id && one.kind === 'list');
    if (list === undefined) throw new AppError('NotFound', { field });
    return list;
  }

  async function create({ bot, owner, request, record }: Caller, name: string): Promise<StoredSegment> {
    const earlierList = request.isAgain ? await segments.createdBy(bot.key, request.id) : null;
    if (earlierList !== null) return earlierList;
    const list = await segments.createList(bot, { name, createdBy: owner.key, request: request.id });
    await record('segment_added', { name });
    return list;
  }

  async function updateList(call: Caller, id: number, name: string | undefined): Promise<StoredSegment> {
    const before = await get(call.bot.key, id, 'list_id');
    const isRenamed = name !== undefined && name !== before.name;
    const list = isRenamed
      ? await segments.update(call.bot, id, { name }, await deps.contextOf(call.bot.key, call.signal))
      : before;
    await call.record(isRenamed ? 'segment_changed' : 'list_changed', { name: list.name });
    return list;
  }

  return {
    all: async (bot) => (await segments.list({ key: bot })).filter(({ kind }) => kind === 'list').map(toApiList),
    get,
    rulesOf,
    async save(call, { listId, name, userIds, isMember }) {
      if (listId === undefined && name === undefined) throw new AppError('RequiredFields', { field: 'name' });
      if (listId === undefined && !isMember) throw new AppError('InvalidField', { field: 'action' });
      const list = listId === undefined ? await create(call, name ?? '') : await updateList(call, listId, name);
      const users = [...(await deps.known(call.bot.key, userIds))];
      if (users.length > 0) await segments.changeMembers(call.bot, list.id, { userIds: users }, isMember);
      const count = await deps.count(call.bot.key, rulesOf(list.id), call.signal);
      return toApiList(await segments.setCount(call.bot, list.id, count));
    },
    async remove(call, id) {
      await get(call.bot.key, id, 'list_id');
      const { name } = await segments.remove(call.bot, id);
      await call.record('segment_removed', { name });
    },
  };
}
