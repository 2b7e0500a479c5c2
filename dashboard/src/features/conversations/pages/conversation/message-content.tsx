import type { FileKind, MessageContent } from '@botscope/contract';
import { Box } from '@mantine/core';
import {
  IconFile,
  IconMapPin,
  IconMicrophone,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconSticker,
  IconUser,
} from '@tabler/icons-react';
import { use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { formatMoney } from '../../../../platform/i18n/money.ts';
import classes from './content.module.css';
import { FileContext, useFileHref } from './file-context.ts';
import { FileImage } from './file-image.tsx';
import { MapLink } from './map-link.tsx';

type FileContent = Extract<MessageContent, { kind: FileKind }>;

const icons = {
  photo: IconPhoto,
  video: IconMovie,
  animation: IconMovie,
  video_note: IconMovie,
  audio: IconMusic,
  voice: IconMicrophone,
  document: IconFile,
  sticker: IconSticker,
};

/** Content of a message besides its text. */
export function Content({ content, cursor }: { content: MessageContent; cursor: string }) {
  const { t, i18n } = useTranslation();
  const name = t(`Conversation.content.${content.kind}`);
  switch (content.kind) {
    case 'contact':
      return (
        <p className={classes.card}>
          <IconUser size={18} aria-hidden />
          <span>
            <bdi>{content.name}</bdi> <bdi>{content.phone}</bdi>
          </span>
        </p>
      );
    case 'location':
    case 'venue':
      return (
        <p className={classes.card}>
          <IconMapPin size={18} aria-hidden />
          <span>
            {content.title && (
              <>
                <bdi>{content.title}</bdi> <bdi>{content.address}</bdi>{' '}
              </>
            )}
            <MapLink latitude={content.latitude} longitude={content.longitude} />
          </span>
        </p>
      );
    case 'poll':
      return (
        <div>
          <strong dir="auto">{content.question}</strong>
          <ul className={classes.options}>
            {[...new Set(content.options)].map((option) => (
              <li key={option} dir="auto">
                {option}
              </li>
            ))}
          </ul>
        </div>
      );
    case 'dice':
      return (
        <p>
          {content.emoji} {content.value || ''}
        </p>
      );
    case 'invoice':
    case 'payment':
    case 'refund':
      return (
        <p className={classes.card} data-kind={content.kind}>
          <span>
            {name} <bdi>{content.title}</bdi>
          </span>
          <strong>{formatMoney(content.amount, content.currency, i18n.language)}</strong>
        </p>
      );
    case 'webapp':
      return (
        <div>
          {name} <bdi>{content.button}</bdi>
          <code className={classes.data}>{content.data}</code>
        </div>
      );
    case 'copy':
      return (
        <p>
          {name}{' '}
          {content.link !== '' && (
            <a href={content.link} target="_blank" rel="noreferrer">
              {content.link.replace('https://', '')}
            </a>
          )}
        </p>
      );
    case 'service':
    case 'other':
      return (
        <p>
          {name}: <code>{content.name}</code>
        </p>
      );
    default:
      return <File content={content} cursor={cursor} name={name} />;
  }
}

function File({ content, cursor, name }: { content: FileContent; cursor: string; name: string }) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(!content.has_spoiler);
  const href = useFileHref(content.file.file_id, cursor);
  const preview = useFileHref(content.preview?.file_id ?? '', cursor);
  if (href === null) return <Placeholder content={content} name={name} />;
  if (!isShown) {
    return (
      <button type="button" className={classes.hidden} onClick={() => setShown(true)}>
        {t('Conversation.file.hidden')}
      </button>
    );
  }
  const { width, height } = content.file;
  switch (content.kind) {
    case 'photo': {
      const imageSize = content.preview ?? content.file;
      return (
        <a href={href} target="_blank" rel="noopener noreferrer">
          <FileImage href={preview ?? href} alt={name} width={imageSize.width} height={imageSize.height} />
        </a>
      );
    }
    case 'video':
    case 'animation':
    case 'video_note':
      return (
        <Box
          component="video"
          className={classes.video}
          data-round={content.kind === 'video_note' || undefined}
          controls
          preload="none"
          src={href}
          poster={preview ?? undefined}
          width={width || undefined}
          height={height || undefined}
          aria-label={name}
        />
      );
    case 'audio':
    case 'voice':
      return (
        <div>
          {content.name && <bdi>{content.name}</bdi>}
          <Box component="audio" className={classes.audio} controls preload="none" src={href} aria-label={name} />
        </div>
      );
    case 'sticker':
      if (content.mime !== 'image/webp') return <Placeholder content={content} name={name} />;
      return <FileImage href={href} alt={`${name} ${content.emoji}`} width={width || 160} height={height || 160} />;
    default:
      return (
        <a className={classes.card} href={href} download>
          <FileWords content={content} name={name} />
        </a>
      );
  }
}

/** A file that is not opened here: what it is, and why not. */
function Placeholder({ content, name }: { content: FileContent; name: string }) {
  const { t } = useTranslation();
  const { problem } = use(FileContext);
  return (
    <span className={classes.card} title={problem === null ? undefined : t(`Conversation.file.${problem}`)}>
      <FileWords content={content} name={name} />
    </span>
  );
}

function FileWords({ content, name }: { content: FileContent; name: string }) {
  const format = useFormat();
  const Icon = icons[content.kind];
  const { size } = content.file;
  const facts = [
    ...(content.duration > 0 ? [format.duration(content.duration)] : []),
    ...(size > 0 ? [`${format.number(Math.max(0.1, Math.round(size / 104_857.6) / 10))} MB`] : []),
  ];
  return (
    <>
      {content.emoji ? <span className={classes.emoji}>{content.emoji}</span> : <Icon size={18} aria-hidden />}
      <span>
        <bdi>{content.name || name}</bdi>
        {facts.length > 0 && <span className={classes.facts}>{facts.join(' · ')}</span>}
      </span>
    </>
  );
}
