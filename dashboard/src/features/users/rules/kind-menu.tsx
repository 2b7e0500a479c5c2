import type { Bot, EventMatch } from '@botscope/contract';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import editor from '../../../analytics/filter/condition-editor.module.css';
import { focusFirst } from '../../../analytics/filter/focus-first.ts';
import { eventKindsFor, mayAskFields } from './event-kinds.ts';
import type { ConditionStart } from './new-condition.ts';
import classes from './rules.module.css';

const groups = [
  ['behaviour', ['event', 'first_seen', 'last_seen']],
  ['source', ['source', 'parameter']],
  [
    'user',
    ['status', 'chat', 'language', 'premium', 'gender', 'country', 'username', 'first_name', 'last_name', 'field'],
  ],
  ['mailings', ['unsubscribed', 'unsubscribe_reason']],
  ['other', ['segment', 'share']],
] as const satisfies readonly (readonly [string, readonly ConditionStart[]])[];

interface Entry {
  start: ConditionStart;
  event?: EventMatch['kind'];
  name: string;
}

interface KindMenuProps {
  bot: Bot;
  /** `event`: what users did or did not do. */
  onChoose(start: ConditionStart, event?: EventMatch['kind']): void;
}

/** Menu of condition kinds, filtered by typing, events by their names too; arrow keys move the focus. */
export function KindMenu({ bot, onChoose }: KindMenuProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const searchText = text.trim().toLocaleLowerCase();
  const isWanted = (name: string) => name.toLocaleLowerCase().includes(searchText);
  const events: readonly Entry[] = (searchText === '' ? [] : eventKindsFor(bot))
    .map((event) => ({ start: 'event' as const, event, name: t(`Users.events.${event}`) }))
    .filter(({ name }) => isWanted(name));
  const matchingGroups = groups
    .map(([group, starts]) => {
      const entries = starts
        .filter((start) => start !== 'field' || mayAskFields(bot))
        .map((start): Entry => ({ start, name: t(`Users.starts.${start}`) }));
      return {
        group,
        entries: [...entries.filter(({ name }) => isWanted(name)), ...(group === 'behaviour' ? events : [])],
      };
    })
    .filter(({ entries }) => entries.length > 0);
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li button')];
    const position = items.indexOf(document.activeElement as HTMLElement);
    items[(position + step + items.length) % items.length]?.focus();
  };
  const first = matchingGroups[0]?.entries[0];
  return (
    <search onKeyDown={walk}>
      <input
        type="search"
        className={editor.search}
        style={{ width: '100%' }}
        aria-label={t('Users.editor.findKind')}
        placeholder={t('Users.editor.findKind')}
        value={text}
        ref={focusFirst}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && first) {
            event.preventDefault();
            onChoose(first.start, first.event);
          }
        }}
      />
      <div className={classes.kinds}>
        {matchingGroups.map(({ group, entries }) => (
          <div key={group}>
            <div className={editor.nothing}>{t(`Users.editor.groups.${group}`)}</div>
            <ul aria-label={t(`Users.editor.groups.${group}`)}>
              {entries.map(({ start, event, name }) => (
                <li key={name}>
                  <button type="button" className={classes.item} onClick={() => onChoose(start, event)}>
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {matchingGroups.length === 0 && <p className={editor.nothing}>{t('Users.editor.noKind')}</p>}
      </div>
    </search>
  );
}
