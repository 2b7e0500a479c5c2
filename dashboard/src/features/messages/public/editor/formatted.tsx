import type { MessageEntity } from '@botscope/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './composer.module.css';
import { type FormattedText, type Piece, splitPieces } from './formatted-text.ts';
import { momentText } from './moment-text.ts';

const tags = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strikethrough: 's',
  code: 'code',
} as const;
const blocks: ReadonlySet<string> = new Set(['pre', 'blockquote', 'expandable_blockquote']);

/** A text with its formatting, drawn from the same entities that are sent. */
export function Formatted({ value }: { value: FormattedText }) {
  const entities = value.entities.toSorted((one, other) => one.offset - other.offset || other.length - one.length);
  return (
    <bdi className={classes.formatted} dir="auto">
      {drawn(splitPieces({ text: value.text, entities }), 0)}
    </bdi>
  );
}

/** Pieces that have the same format at this depth are drawn in one element: a quote of many words is one quote. */
function drawn(pieces: readonly Piece[], depth: number): ReactNode[] {
  const nodes: ReactNode[] = [];
  let isAfterBlock = false;
  for (let position = 0; position < pieces.length; ) {
    const piece = pieces[position] as Piece;
    const format = piece.formats[depth];
    if (format === undefined) {
      // A block ends its line by itself.
      nodes.push(isAfterBlock ? piece.text.replace(/^\n/, '') : piece.text);
      isAfterBlock = false;
      position += 1;
      continue;
    }
    const end = pieces.findIndex(({ formats }, index) => index > position && formats[depth] !== format);
    const inside = pieces.slice(position, end === -1 ? undefined : end);
    nodes.push(
      <Format key={`${piece.start} ${depth}`} {...format}>
        {drawn(inside, depth + 1)}
      </Format>,
    );
    isAfterBlock = blocks.has(format.type);
    position += inside.length;
  }
  return nodes;
}

function Format(entity: MessageEntity & { children: ReactNode }) {
  const { i18n } = useTranslation();
  const { type, url, children } = entity;
  switch (type) {
    case 'text_link':
      return (
        <span className={classes.link} title={url}>
          {children}
        </span>
      );
    case 'spoiler':
      return <span className={classes.spoiler}>{children}</span>;
    case 'blockquote':
      return <span className={classes.quote}>{children}</span>;
    case 'expandable_blockquote':
      return (
        <span className={classes.quote} data-expandable>
          {children}
        </span>
      );
    case 'pre':
      return (
        <span className={classes.pre}>
          {entity.language !== undefined && <span className={classes.language}>{entity.language}</span>}
          <code>{children}</code>
        </span>
      );
    case 'custom_emoji':
      return <span title={entity.custom_emoji_id}>{children}</span>;
    case 'date_time': {
      const { unix_time = 0, date_time_format = '' } = entity;
      return (
        <time className={classes.link} dateTime={new Date(unix_time * 1_000).toISOString()}>
          {momentText(unix_time, date_time_format, i18n.language) ?? children}
        </time>
      );
    }
    default: {
      const Tag = tags[type];
      return <Tag>{children}</Tag>;
    }
  }
}
