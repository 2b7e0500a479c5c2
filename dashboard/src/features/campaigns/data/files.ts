import { api, type Bot, CampaignFile, campaignFilesPath } from '@botscope/contract';
import { call } from '../../../platform/api/call.ts';
import { sendFile } from '../../../platform/api/send-file.ts';
import type { FileStore } from '../../messages/public/editor/attachment.tsx';
import { asOneVisitor } from './one-visitor.ts';

/** The files that campaigns of a bot send. For visitors of the demo the server downloads nothing. */
export const createFileStore = ({ key, is_demo: isDemo }: Pick<Bot, 'key' | 'is_demo'>): FileStore => ({
  upload: (file, progress) => {
    const query = new URLSearchParams({ file_name: file.name, type: file.type });
    const send = () =>
      sendFile({ path: `${campaignFilesPath(key)}?${query}`, answer: CampaignFile, file, ...progress });
    return isDemo ? asOneVisitor(send) : send();
  },
  ...(!isDemo && { fetch: (url: string) => call(api.fetchCampaignFile, { params: { key }, body: { url } }) }),
});

export const fileHref = (key: string, id: string): string => `${campaignFilesPath(key)}/${id}`;
