import type { MessageEntity } from '@botscope/contract';
import type { ReactNode } from 'react';
import classes from './composer.module.css';
import { type FormattedText, type Piece, piecesOf } from './formatted-text.ts';

const tags = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strikethrough: 's',
  code: 'code',
  pre: 'code',
} as const;

/** A text with its formatting, drawn from the same entities that are sent. */
export function Formatted({ value }: { value: FormattedText }) {
  return (
    <bdi className={classes.formatted} dir="auto">
      {piecesOf(value).map((piece) => (
        <span key={piece.start}>{drawn(piece.text, piece.formats)}</span>
      ))}
    </bdi>
  );
}

/** The first format lies within the others. */
function drawn(text: ReactNode, [format, ...rest]: Piece['formats']): ReactNode {
  return format === undefined ? text : drawn(<Format {...format}>{text}</Format>, rest);
}

function Format({ type, url, children }: MessageEntity & { children: ReactNode }) {
  if (type === 'text_link')
    return (
      <span className={classes.link} title={url}>
        {children}
      </span>
    );
  if (type === 'spoiler') return <span className={classes.spoiler}>{children}</span>;
  if (type === 'blockquote') return <span className={classes.quote}>{children}</span>;
  const Tag = tags[type];
  return <Tag>{children}</Tag>;
}
