import type { ApiAudience, ApiNewCampaign, CampaignAudience } from '@botscope/contract';
import type * as z from 'zod/mini';
import { AppError } from '../../../platform/errors.ts';
import type { ApiCall } from './api-answer.ts';
import type { ApiLists } from './api-lists.ts';
import { type FetchFile, fetchFiles } from './fetch-files.ts';

/** Turns the content of a call into that of a campaign: lists become rules, addresses of files become files. */
export function createContentResolver({ lists, fetchFile }: { lists: ApiLists; fetchFile: FetchFile }) {
  async function resolveAudience(call: ApiCall, apiAudience: ApiAudience): Promise<CampaignAudience> {
    const { kind, list_id: listId, ...audience } = apiAudience;
    if (kind !== 'list') return { ...audience, kind };
    if (listId === undefined) throw new AppError('RequiredFields', { field: 'audience.list_id' });
    await lists.get(call.bot.key, listId, 'audience.list_id');
    return { ...audience, kind: 'rules', rules: lists.rulesOf(listId) };
  }

  /** What the call leaves out stays undefined. @throws AppError RequiredFields, NotFound */
  return async (call: ApiCall, { audience, message, ...content }: Partial<z.output<typeof ApiNewCampaign>>) => {
    const fetchForBot = (url: string) => fetchFile(call.bot.key, call.owner.key, url);
    return {
      ...content,
      audience: audience === undefined ? undefined : await resolveAudience(call, audience),
      message: message === undefined ? undefined : await fetchFiles(message, fetchForBot),
    };
  };
}
