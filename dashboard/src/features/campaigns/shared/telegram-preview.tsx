import type { MessageButton, MessageEntity } from '@botscope/contract';
import { IconCopy, IconFile, IconLink, IconMusic, IconVideo } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Formatted } from '../../messages/public/editor/formatted.tsx';
import classes from './telegram-preview.module.css';

export interface ShownMessage {
  text: string;
  entities: readonly MessageEntity[];
  buttons: readonly (readonly MessageButton[])[];
  media: { kind: string; name: string; href: string; has_spoiler: boolean } | null;
}

interface TelegramPreviewProps {
  message: ShownMessage;
  scheme: 'light' | 'dark';
}

/** A message as Telegram draws it on a phone: the file, the text, and the buttons below. */
export function TelegramPreview({ message: { text, entities, buttons, media }, scheme }: TelegramPreviewProps) {
  const { t } = useTranslation();
  const isEmpty = text.trim() === '' && media === null;
  return (
    <section className={classes.phone} data-scheme={scheme} aria-label={t('Campaigns.preview.label')}>
      <div className={classes.bubble}>
        {media && <Media {...media} />}
        {isEmpty ? (
          <span className={classes.empty}>{t('Campaigns.preview.empty')}</span>
        ) : (
          text !== '' && (
            <div className={classes.text}>
              <Formatted value={{ text, entities }} />
            </div>
          )
        )}
      </div>
      {withKeys(buttons).map(([key, row]) => (
        <div key={key} className={classes.row}>
          {withKeys(row).map(([place, button]) => (
            <span key={place} className={classes.button} title={button.url ?? button.web_app ?? button.callback_data}>
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
const withKeys = <Item,>(items: readonly Item[]): [string, Item][] => items.map((item, at) => [String(at), item]);

function Media({ kind, name, href, has_spoiler }: NonNullable<ShownMessage['media']>) {
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
