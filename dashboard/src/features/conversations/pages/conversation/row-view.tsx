import { memo } from 'react';
import type { Row } from '../../data/rows.ts';
import { MessageBubble } from './message-bubble.tsx';
import classes from './message-list.module.css';
import { AppSession, NoteLine } from './note-line.tsx';
import { useDayName } from './use-day-name.ts';

/** One row of the conversation. A step of the wheel draws only those that came into view. */
export const RowView = memo(function RowView({ row, isShown }: { row: Row; isShown: boolean }) {
  switch (row.kind) {
    case 'day':
      return <Day at={row.at} />;
    case 'note':
      return <NoteLine item={row.item} isShown={isShown} />;
    case 'app':
      return <AppSession items={row.items} isShown={isShown} />;
    case 'message':
      return <MessageBubble item={row.item} isContinued={row.isContinued} isShown={isShown} />;
    case 'album': {
      const [first, ...album] = row.items;
      return first && <MessageBubble item={first} album={album} isContinued={row.isContinued} isShown={isShown} />;
    }
  }
});

function Day({ at }: { at: string }) {
  const dayName = useDayName();
  return <h3 className={classes.day}>{dayName(at)}</h3>;
}
