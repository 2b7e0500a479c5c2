import { api, type Upload } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';

const followEveryMs = 1_000;

export const uploadsQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'uploads'],
    queryFn: ({ signal }) => call(api.listUploads, { params: { key }, signal }),
  });

/** One upload; asked again and again while it is being read. */
export const uploadQuery = (key: string, id: string) =>
  queryOptions({
    queryKey: ['bots', key, 'uploads', id],
    queryFn: ({ signal }) => call(api.getUpload, { params: { key, id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? followEveryMs : false),
  });

/** Puts a new or changed upload into both answers. */
export function keepUpload(key: string, upload: Upload): void {
  queryClient.setQueryData(uploadQuery(key, upload.id).queryKey, upload);
  queryClient.setQueryData(uploadsQuery(key).queryKey, (list) =>
    list?.some(({ id }) => id === upload.id)
      ? list.map((each) => (each.id === upload.id ? upload : each))
      : list && [upload, ...list],
  );
}

export function dropUpload(key: string, id: string): void {
  queryClient.removeQueries({ queryKey: uploadQuery(key, id).queryKey });
  queryClient.setQueryData(uploadsQuery(key).queryKey, (list) => list?.filter((each) => each.id !== id));
}
