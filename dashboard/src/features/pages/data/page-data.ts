import type { MiniApp, OtherKey, PageError, PageStatus } from '@botscope/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../platform/api/call.ts';
import type { CheckedHit, CheckedNumbers } from '../findings/findings.ts';
import { usePageSearch } from './page-search.ts';

/** Fields that Mini Apps and websites share. */
export type TrackedPage = Pick<MiniApp, 'bot_key' | 'key' | 'old_key_until' | 'status' | 'created_at'>;

/** Types of a kind of pages. */
export interface PageTypes {
  page: TrackedPage;
  /** Parameters of its endpoints. */
  path: object;
  /** Values that its owner edits. */
  draft: object;
  hit: CheckedHit;
  numbers: CheckedNumbers;
  /** Kinds of findings about its reports. */
  finding: string;
}

/** Pages are looked at while their owner changes them. */
const followEveryMs = { hits: 2_000, errors: 10_000, 'other-keys': 10_000 } as const;

type Read<Answer, Params> = (request: { params: Params; signal: AbortSignal }) => Promise<Answer>;
type Write<Answer, Params, Body> = (request: { params: Params; body: Body }) => Promise<Answer>;

/** Endpoints of a kind of pages. */
interface PageCalls<T extends PageTypes> {
  /** Part of query keys. */
  name: string;
  idOf(page: T['page']): number;
  toPath(page: T['page']): T['path'];
  listAll(request: { signal: AbortSignal }): Promise<T['page'][]>;
  list: Read<T['page'][], { key: string }>;
  numbers: Read<T['numbers'], T['path']>;
  recentHits: Read<T['hit'][], T['path']>;
  errors: Read<PageError[], T['path']>;
  otherKeys: Read<OtherKey[], T['path']>;
  create: Write<T['page'], { key: string }, T['draft']>;
  update: Write<T['page'], T['path'], T['draft']>;
  setStatus: Write<T['page'], T['path'], { status: PageStatus }>;
  rotateKey: Write<T['page'], T['path'], { keep_hours: number }>;
  remove(path: T['path'], name: string): Promise<null>;
}

export type PageData<T extends PageTypes> = ReturnType<typeof createPageData<T>>;

/** Queries and changes of a kind of pages. Changes throw ApiError. */
export function createPageData<T extends PageTypes>(calls: PageCalls<T>) {
  const { name, idOf, toPath } = calls;
  const partQuery = <Answer>(page: T['page'], part: string, load: Read<Answer, T['path']>) =>
    queryOptions({
      queryKey: ['bots', page.bot_key, name, idOf(page), part],
      queryFn: ({ signal }) => load({ params: toPath(page), signal }),
    });
  const useFollowed = <Answer>(
    page: T['page'],
    part: keyof typeof followEveryMs,
    load: Read<Answer, T['path']>,
    isPaused = false,
  ) => {
    // While its removal is being confirmed nothing is requested: the page may be gone when the request arrives.
    const isBeingRemoved = usePageSearch().dialog === 'remove';
    const isStopped = isPaused || isBeingRemoved;
    return useQuery({
      ...partQuery(page, part, load),
      staleTime: 0,
      refetchInterval: isStopped ? false : followEveryMs[part],
      refetchOnWindowFocus: part === 'hits' && !isStopped,
    });
  };
  const listKey = (demo: string | null) => [name, demo];
  const changeList = (change: (list: readonly T['page'][]) => T['page'][]) =>
    queryClient.setQueryData<T['page'][]>(listKey(null), (list) => list && change(list));
  const keep = (page: T['page']): T['page'] => {
    changeList((list) =>
      list.some((one) => idOf(one) === idOf(page))
        ? list.map((one) => (idOf(one) === idOf(page) ? page : one))
        : [page, ...list],
    );
    return page;
  };
  return {
    /** Loads the pages of all bots of the account, or of the demo's bot; newest first. */
    listQuery: (demo: string | null) =>
      queryOptions({
        queryKey: listKey(demo),
        queryFn: ({ signal }) =>
          demo === null ? calls.listAll({ signal }) : calls.list({ params: { key: demo }, signal }),
        staleTime: 0,
      }),
    /** Loads the numbers that a page has reported in the last 30 days. */
    numbersQuery: (page: T['page']) => partQuery(page, 'numbers', calls.numbers),
    /** The last hits, as they come in while the page is visible. */
    useRecentHits: (page: T['page'], isPaused = false) => useFollowed(page, 'hits', calls.recentHits, isPaused),
    useErrors: (page: T['page']) => useFollowed(page, 'errors', calls.errors),
    /** Pages that report with another key. */
    useOtherKeys: (page: T['page']) => useFollowed(page, 'other-keys', calls.otherKeys),
    create: async (bot: string, draft: T['draft']) => keep(await calls.create({ params: { key: bot }, body: draft })),
    update: async (page: T['page'], draft: T['draft']) =>
      keep(await calls.update({ params: toPath(page), body: draft })),
    setStatus: async (page: T['page'], status: PageStatus) =>
      keep(await calls.setStatus({ params: toPath(page), body: { status } })),
    /** Issues a new key; the previous one is accepted for `keepHours` more. */
    rotateKey: async (page: T['page'], keepHours: number) =>
      keep(await calls.rotateKey({ params: toPath(page), body: { keep_hours: keepHours } })),
    /** With everything that it has reported. */
    remove: (page: T['page'], typedName: string) => calls.remove(toPath(page), typedName),
    /** Takes a removed page out of the list. */
    drop: (page: T['page']) => changeList((list) => list.filter((one) => idOf(one) !== idOf(page))),
  };
}
