import { api, type Erasure } from '@botscope/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';

/** An erasure is invisible after at most 5 s, so it is looked at more often than that. */
const pollMs = 2_000;

const isUnderWay = ({ state }: Erasure): boolean => state === 'waiting' || state === 'running';

/** All erasures of a bot, the latest first, page after page; polled while one is under way. */
export const erasuresQuery = (key: string) =>
  infiniteQueryOptions({
    queryKey: ['bots', key, 'erasures'],
    queryFn: ({ signal, pageParam }) =>
      call(api.listErasures, { params: { key }, query: pageParam === null ? {} : { before: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ erasures }) => erasures.some(isUnderWay)) === true && pollMs,
  });

/** The certificate of an erasure that is done, as a file. @throws ApiError */
export async function loadCertificate(key: string, { erasure_id: id }: Erasure): Promise<Blob> {
  const certificate = await call(api.erasureCertificate, { params: { key, erasure_id: String(id) } });
  return new Blob([`${JSON.stringify(certificate, null, 2)}\n`], { type: 'application/json' });
}
