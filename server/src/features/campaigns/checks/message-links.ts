import {
  type CampaignMessage,
  type CampaignVersion,
  isTrackable,
  listVersions,
  maxCheckedLinks,
  templateParts,
} from '@botscope/contract';
import type { CampaignContent } from '../stored-campaign.ts';

/** An address of a campaign, and the messages that it is in. */
export interface MessageAddress {
  url: string;
  versions: CampaignVersion[];
}

/** Telegram turns addresses into links. Punctuation that ends a sentence is not part of one; balanced brackets are. */
const addressInText = /https?:\/\/(?:\([^\s<>"()]*\)|[^\s<>"()])*(?:\([^\s<>"()]*\)|[^\s<>"().,;:!?\]}'»])\}?/gi;

/**
 * The addresses of all messages: those to be requested, and those that are not, because they have variables or are too
 * many. Links of Telegram are left out: they lead to chats.
 */
export function campaignAddresses(content: Pick<CampaignContent, 'message' | 'variants'>) {
  const versionsByUrl = new Map<string, CampaignVersion[]>();
  const versions = listVersions(content);
  for (const { variant, language, message } of versions) {
    for (const url of new Set(extractAddresses(message).filter(isTrackable))) {
      const urlVersions = versionsByUrl.get(url) ?? [];
      if (versions.length > 1) urlVersions.push({ variant, language });
      versionsByUrl.set(url, urlVersions);
    }
  }
  const all = [...versionsByUrl].map(([url, urlVersions]): MessageAddress => ({ url, versions: urlVersions }));
  const { true: withVariables = [], false: fixed = [] } = Object.groupBy(all, ({ url }) => `${hasVariables(url)}`);
  return {
    checked: fixed.slice(0, maxCheckedLinks),
    unchecked: [
      ...withVariables.map((one) => ({ ...one, reason: 'variables' as const })),
      ...fixed.slice(maxCheckedLinks).map((one) => ({ ...one, reason: 'too_many' as const })),
    ],
  };
}

const hasVariables = (url: string): boolean => templateParts(url).some((part) => typeof part !== 'string');

/** A fallback may have spaces, which no address has. */
const withoutFallbacks = (text: string): string =>
  templateParts(text)
    .map((part) => (typeof part === 'string' ? part : `{${part.variable}}`))
    .join('');

function extractAddresses({ text, entities, buttons, link_preview: preview }: CampaignMessage): string[] {
  const ofButtons = buttons.flat().flatMap(({ url, web_app }) => [url, web_app]);
  const urls = [...ofButtons, ...entities.map(({ url }) => url), preview?.url];
  return [...urls.filter((url) => url !== undefined), ...(withoutFallbacks(text).match(addressInText) ?? [])];
}
