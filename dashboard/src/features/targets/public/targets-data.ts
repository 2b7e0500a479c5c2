import { api, type Target, type TargetDraft } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';

/** All targets of a bot, the built-in ones first, with what they counted in the last 30 days. */
export const targetsQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'targets'],
    queryFn: ({ signal }) => call(api.listTargets, { params: { key }, signal }),
  });

/** Counts what a draft would have matched in the last 7 days. @throws ApiError, such as InvalidPattern */
export const targetTestQuery = (key: string, { trigger, value }: Pick<TargetDraft, 'trigger' | 'value'>) =>
  queryOptions({
    queryKey: ['bots', key, 'target-test', trigger, value],
    queryFn: ({ signal }) => call(api.testTarget, { params: { key }, body: { trigger, value }, signal }),
  });

/** Makes a target, or changes the one with this id. @throws ApiError */
export async function saveTarget(key: string, id: number | null, draft: TargetDraft): Promise<Target> {
  const savedTarget =
    id === null
      ? await call(api.createTarget, { params: { key }, body: draft })
      : await call(api.updateTarget, { params: { key, target_id: String(id) }, body: draft });
  await keep(key, (targets) => [
    ...targets.filter(({ target_id }) => target_id !== savedTarget.target_id),
    savedTarget,
  ]);
  return savedTarget;
}

/** Takes a target out of all lists and reports; `restoreTarget` takes it back. @throws ApiError */
export async function removeTarget(key: string, id: number): Promise<void> {
  await call(api.removeTarget, { params: { key, target_id: String(id) } });
  await keep(key, (targets) => targets.filter(({ target_id }) => target_id !== id));
}

/** @throws ApiError */
export async function restoreTarget(key: string, id: number): Promise<void> {
  const restoredTarget = await call(api.restoreTarget, { params: { key, target_id: String(id) } });
  await keep(key, (targets) => [...targets.filter(({ target_id }) => target_id !== id), restoredTarget]);
}

/** The list as it now is; reports and conversions are requested again, for they are counted by it. */
async function keep(key: string, change: (targets: Target[]) => Target[]): Promise<void> {
  const { queryKey } = targetsQuery(key);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(
    queryKey,
    (targets) => targets && change(targets).sort((one, other) => one.target_id - other.target_id),
  );
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['report', key], refetchType: 'none' }),
    queryClient.invalidateQueries({ queryKey: ['bots', key, 'conversions'], refetchType: 'none' }),
  ]);
}
