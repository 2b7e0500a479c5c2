import type { MessageButton, MessageEntity, RecordedPost } from '@botscope/contract';
import { Anchor } from '@mantine/core';
import { IconCopy, IconFile, IconLink, IconMusic, IconVideo } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Formatted } from '../../messages/public/editor/formatted.tsx';
import classes from './telegram-preview.module.css';

interface ShownFile {
  kind: string;
  name: string;
  href: string;
  has_spoiler: boolean;
}

/** Number of pictures in each row, by the number of all pictures. */
const rows: Readonly<Record<number, readonly number[]>> = {
  1: [1],
  2: [2],
  3: [1, 2],
  4: [2, 2],
  5: [2, 3],
  6: [3, 3],
  7: [2, 2, 3],
  8: [2, 3, 3],
  9: [3, 3, 3],
  10: [2, 2, 3, 3],
};

/** Pictures as one mosaic; other files below each other, the caption under the first. */
function AlbumPreview({ files, caption }: { files: readonly ShownFile[]; caption: ReactNode }) {
  const isMosaic = files.every(({ kind }) => kind === 'photo' || kind === 'video');
  if (!isMosaic)
    return (
      <>
        {files.map((file, index) => (
          <div key={`${file.href} ${String(index)}`}>
            <span className={classes.file}>
              {file.kind === 'audio' ? (
                <IconMusic size={28} stroke={1.4} aria-hidden />
              ) : (
                <IconFile size={28} stroke={1.4} aria-hidden />
              )}
              <bdi>{file.name}</bdi>
            </span>
            {index === 0 && caption}
          </div>
        ))}
      </>
    );
  let from = 0;
  return (
    <div>
      {(rows[files.length] ?? []).map((count) => {
        const row = files.slice(from, from + count);
        const first = from;
        from += count;
        return (
          <div key={first} className={classes.tiles} data-count={count}>
            {row.map((file, index) => (
              <Tile key={`${file.href} ${String(first + index)}`} file={file} />
            ))}
          </div>
        );
      })}
    </div>
  );
}

function Tile({ file: { kind, name, href, has_spoiler } }: { file: ShownFile }) {
  if (kind === 'photo')
    return (
      <span className={classes.tile}>
        <img data-spoiler={has_spoiler || undefined} src={href} alt={name} />
      </span>
    );
  return (
    <span className={classes.tile}>
      <IconVideo size={28} stroke={1.4} role="img" aria-label={name} />
    </span>
  );
}

export interface ShownMessage {
  text: string;
  entities: readonly MessageEntity[];
  buttons: readonly (readonly MessageButton[])[];
  caption_above?: boolean | undefined;
  media: ShownFile | null;
  album?: readonly ShownFile[] | undefined;
  /** A post that is copied. `link`: null where it has none; `recorded`: what it contains, where that is known. */
  post?: { chat: string; message_id: number; link: string | null; recorded?: RecordedPost | undefined } | undefined;
}

interface TelegramPreviewProps {
  message: ShownMessage;
  scheme: 'light' | 'dark';
  /** Telegram Desktop draws messages wider and in smaller letters. */
  device?: 'phone' | 'desktop';
}

/** A message as Telegram draws it: the file, the text, and the buttons below. */
export function TelegramPreview({
  message: { text, entities, buttons, media, album, post, caption_above },
  scheme,
  device = 'phone',
}: TelegramPreviewProps) {
  const { t } = useTranslation();
  const isEmpty = text.trim() === '' && media === null && (album ?? []).length === 0 && post === undefined;
  const isList = album?.some(({ kind }) => kind === 'audio' || kind === 'document') === true;
  // A caption of one's own replaces that of the post, and Telegram ignores one below a text.
  const { recorded } = post ?? {};
  const shownText = recorded && (recorded.content === '' || text === '') ? recorded : { text, entities };
  const textPart = shownText.text !== '' && (
    <div className={classes.text}>
      <Formatted value={shownText} />
    </div>
  );
  const content = (
    <>
      {media && <Media {...media} />}
      {album && <AlbumPreview files={album} caption={textPart} />}
      {post && <PostLink {...post} />}
    </>
  );
  return (
    <section
      className={classes.screen}
      data-scheme={scheme}
      data-device={device}
      aria-label={t('Campaigns.preview.label')}
    >
      <div className={classes.bubble}>
        {!caption_above && content}
        {isEmpty && <span className={classes.empty}>{t('Campaigns.preview.empty')}</span>}
        {!isList && textPart}
        {caption_above && content}
      </div>
      {withKeys(buttons).map(([key, row]) => (
        <div key={key} className={classes.row}>
          {withKeys(row).map(([place, button]) => (
            <span
              key={place}
              className={classes.button}
              data-style={button.style}
              title={button.url ?? button.web_app ?? button.callback_data ?? button.copy_text}
            >
              <bdi>{button.text || '…'}</bdi>
              {button.url !== undefined && <IconLink size={10} aria-hidden />}
              {button.copy_text !== undefined && <IconCopy size={10} aria-hidden />}
            </span>
          ))}
        </div>
      ))}
    </section>
  );
}

/** Rows and buttons have no identity of their own, and keep no state: their places name them. */
const withKeys = <Item,>(items: readonly Item[]): [string, Item][] => items.map((item, index) => [String(index), item]);

/** Files that a post may contain, by Telegram's words; everything else is one. */
const contents = ['photo', 'video', 'animation', 'audio', 'document', 'voice', 'poll'] as const;
const detectContent = ({ content }: RecordedPost) => contents.find((one) => one === content) ?? 'other';

function PostLink({ chat, message_id, link, recorded }: NonNullable<ShownMessage['post']>) {
  const { t } = useTranslation();
  return (
    <div className={classes.file}>
      <IconCopy size={20} aria-hidden />
      <span>
        {link === null ? (
          t('CampaignContent.post.of', { chat, id: message_id })
        ) : (
          <Anchor href={link} target="_blank" rel="noreferrer" c="inherit" underline="always">
            {link.replace('https://', '')}
          </Anchor>
        )}
        <span className={classes.dim}>
          {recorded === undefined
            ? t('CampaignContent.post.unknown')
            : recorded.content !== '' && t(`CampaignContent.post.contents.${detectContent(recorded)}`)}
        </span>
      </span>
    </div>
  );
}

function Media({ kind, name, href, has_spoiler }: ShownFile) {
  if (kind === 'photo' || (kind === 'animation' && /\.gif$/i.test(name)))
    return <img className={classes.picture} data-spoiler={has_spoiler || undefined} src={href} alt={name} />;
  const Icon = kind === 'audio' ? IconMusic : kind === 'document' ? IconFile : IconVideo;
  return (
    <span className={classes.file}>
      <Icon size={28} stroke={1.4} aria-hidden />
      <bdi>{name}</bdi>
    </span>
  );
}
