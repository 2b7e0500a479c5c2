import { queryClient } from './call.ts';

interface Change<Data> {
  queryKey: readonly unknown[];
  /** Computes the answer that the server will give if it agrees. */
  apply(data: Data): Data;
  /** Sends the change. @returns the server's answer, which is kept */
  send(): Promise<Data>;
}

/** Shows a change at once, and takes it back if the server refuses. @throws ApiError */
export async function changeAtOnce<Data>({ queryKey, apply, send }: Change<Data>): Promise<void> {
  // An answer that is on its way knows nothing of the change.
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData<Data>(queryKey);
  if (before !== undefined) queryClient.setQueryData<Data>(queryKey, apply(before));
  try {
    queryClient.setQueryData<Data>(queryKey, await send());
  } catch (error) {
    queryClient.setQueryData<Data>(queryKey, before);
    throw error;
  }
}
