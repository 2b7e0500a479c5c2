import type { ConversationNote } from '@botscope/contract';
import type { TFunction } from 'i18next';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { formatMoney } from '../../../../platform/i18n/money.ts';
import { detectPage, type Row } from '../../data/rows.ts';
import { MessageBubble } from './message-bubble.tsx';
import classes from './message-list.module.css';
import { useClock } from './use-clock.ts';
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

/** Something between the messages: a press, a block, a conversion. */
function NoteLine({ item, isShown }: { item: ConversationNote; isShown: boolean }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const clock = useClock();
  return (
    <p className={classes.note} data-note={item.note} data-shown={isShown || undefined}>
      <bdi>{noteWords(t, item, i18n.language)}</bdi>{' '}
      <time dateTime={item.at} title={format.moment(item.at)}>
        {clock(item.at)}
      </time>
    </p>
  );
}

/** A visit to the Mini App or a website: how many events, and which when it is opened. */
function AppSession({ items, isShown }: { items: readonly ConversationNote[]; isShown: boolean }) {
  const { t, i18n } = useTranslation();
  const clock = useClock();
  const [first] = items;
  if (first === undefined) return null;
  if (items.length === 1) return <NoteLine item={first} isShown={isShown} />;
  return (
    <details className={classes.note} data-shown={isShown || undefined}>
      <summary>
        {t(`Conversation.${detectPage(first) ?? 'app'}.session`, { count: items.length })}{' '}
        <time dateTime={first.at}>{clock(first.at)}</time>
      </summary>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <bdi>{noteWords(t, item, i18n.language)}</bdi> <time dateTime={item.at}>{clock(item.at)}</time>
          </li>
        ))}
      </ul>
    </details>
  );
}

function noteWords(t: TFunction, item: ConversationNote, locale: string): string {
  const money = item.currency === '' ? '' : formatMoney(item.amount, item.currency, locale);
  const { name, text, note } = item;
  if (note === 'press') return t('Conversation.notes.press', { name: text || name });
  if (note === 'conversion' && money !== '') return t('Conversation.notes.conversion_paid', { name, money });
  if (note === 'poll_answer' && text === '') return t('Conversation.notes.poll_answer_taken');
  return t(`Conversation.notes.${note}`, { name, text, money });
}
