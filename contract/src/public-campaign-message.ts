import * as z from 'zod/mini';
import { AlbumItem, CampaignMedia, CopiedPost } from './campaign-content.ts';
import { parsePostLink } from './campaign-message.ts';
import { CampaignMessage } from './campaigns.ts';
import { albumLimits, parseModes } from './message-rules.ts';

/** A file of a message: one that the bot's campaigns have, or one that is downloaded from `url` now. */
const source = {
  /** Id of a file. Left out where there is a `url`. */
  file: z.optional(z.uuid()),
  /** Downloaded by the server when the campaign is saved; http or https, and no private network. */
  url: z.optional(z.string().check(z.maxLength(2_048))),
};
const ApiMedia = z.extend(CampaignMedia, source).check(oneSource);
const ApiAlbumItem = z.extend(AlbumItem, source).check(oneSource);

function oneSource({ value, issues }: z.core.ParsePayload<{ file?: unknown; url?: unknown }>): void {
  if ((value.file === undefined) !== (value.url === undefined)) return;
  const code = value.file === undefined ? 'RequiredFields' : 'InvalidField';
  issues.push({ code: 'custom', message: code, path: ['url'], input: value });
}

/** A post by its chat and number, or by its link: `https://t.me/channel/12`. */
const ApiPost = z
  .extend(z.partial(CopiedPost), { link: z.optional(z.string().check(z.maxLength(256))) })
  .check(({ value: { chat, message_id, link }, value, issues }) => {
    const isWhole = chat !== undefined && message_id !== undefined;
    const isOne = link === undefined ? isWhole : chat === undefined && message_id === undefined;
    if (isOne && (link === undefined || parsePostLink(link) !== null)) return;
    issues.push({ code: 'custom', message: 'InvalidField', path: ['link'], input: value });
  });

/** The message of a campaign, with files by their addresses as well. */
export const ApiMessage = z.extend(CampaignMessage, {
  media: z._default(z.nullable(ApiMedia), null),
  album: z.optional(z.array(ApiAlbumItem).check(z.maxLength(albumLimits.most))),
  post: z.optional(ApiPost),
  /** `text` is in Telegram's markup, in place of `entities`. */
  parse_mode: z.optional(z.enum(parseModes)),
});
export type ApiMessage = z.output<typeof ApiMessage>;
