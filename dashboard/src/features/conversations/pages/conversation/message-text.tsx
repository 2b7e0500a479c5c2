import type { TextEntity } from '@botscope/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findAddress, textRuns } from '../../data/text-runs.ts';
import classes from './message-text.module.css';

/** A text as its sender formatted it. Its direction is its own, so that it turns nothing around it. */
export function MessageText({ text, entities }: { text: string; entities: readonly TextEntity[] }) {
  return (
    <div className={classes.text} dir="auto">
      {textRuns(text, entities).map((run) => (
        <Formatted key={run.start} text={run.text} entities={run.entities} />
      ))}
    </div>
  );
}

function Formatted({ text, entities }: { text: string; entities: readonly TextEntity[] }) {
  const [outer, ...inner] = entities;
  if (outer === undefined) return text;
  return (
    <Format entity={outer} text={text}>
      <Formatted text={text} entities={inner} />
    </Format>
  );
}

function Format({ entity, text, children }: { entity: TextEntity; text: string; children: ReactNode }) {
  switch (entity.type) {
    case 'bold':
      return <strong>{children}</strong>;
    case 'italic':
      return <em>{children}</em>;
    case 'underline':
      return <u>{children}</u>;
    case 'strikethrough':
      return <s>{children}</s>;
    case 'code':
      return <code>{children}</code>;
    case 'pre':
      return <code className={classes.pre}>{children}</code>;
    case 'blockquote':
    case 'expandable_blockquote':
      return <span className={classes.quote}>{children}</span>;
    case 'spoiler':
      return <Spoiler>{children}</Spoiler>;
    default: {
      const href = findAddress(text, entity);
      if (href === null) return children;
      return (
        <a className={classes.link} href={href} target="_blank" rel="noopener noreferrer nofollow">
          {children}
        </a>
      );
    }
  }
}

function Spoiler({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  if (isShown) return children;
  return (
    <button
      type="button"
      className={classes.spoiler}
      aria-label={t('Conversation.spoiler')}
      onClick={() => setShown(true)}
    >
      <span aria-hidden>{children}</span>
    </button>
  );
}
