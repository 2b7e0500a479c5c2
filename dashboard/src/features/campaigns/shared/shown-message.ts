import { type CampaignMessage, linkOfPost, type RecordedPost } from '@botscope/contract';
import { fileHref } from '../data/files.ts';
import type { ShownMessage } from './telegram-preview.tsx';

interface ShownContent {
  caption_above: boolean;
  media: ShownMessage['media'];
  album: ShownMessage['album'];
  post: ShownMessage['post'];
}

/** Returns the parts of a message besides its text as the preview draws them. */
export function shownContent(
  bot: string,
  { media, album, post, caption_above }: CampaignMessage,
  nameOf: (file: string) => string,
  recordedPost?: RecordedPost,
): ShownContent {
  const toShownFile = ({
    kind,
    file,
    has_spoiler,
  }: {
    kind: string;
    file: string;
    has_spoiler?: boolean | undefined;
  }) => ({
    ...{ kind, name: nameOf(file), href: fileHref(bot, file) },
    has_spoiler: has_spoiler === true,
  });
  return {
    caption_above: caption_above === true,
    media: media && toShownFile(media),
    album: album?.map(toShownFile),
    post: post && { ...post, link: linkOfPost(post), recorded: recordedPost },
  };
}
