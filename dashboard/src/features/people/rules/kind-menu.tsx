import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import editor from '../../../analytics/filter/condition-editor.module.css';
import { focusFirst } from '../../../analytics/filter/focus-first.ts';
import type { ConditionStart } from './new-condition.ts';
import classes from './rules.module.css';

const groups = [
  ['behaviour', ['event', 'first_seen', 'last_seen']],
  ['source', ['source', 'parameter']],
  ['person', ['status', 'language', 'premium', 'gender', 'country', 'username', 'field']],
  ['other', ['segment', 'share']],
] as const satisfies readonly (readonly [string, readonly ConditionStart[]])[];

/** What a condition can be about, found by typing; arrow keys walk. */
export function KindMenu({ onChoose }: { onChoose(start: ConditionStart): void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLocaleLowerCase();
  const found = groups
    .map(([group, starts]) => ({
      group,
      starts: starts.filter((start) => t(`People.starts.${start}`).toLocaleLowerCase().includes(wanted)),
    }))
    .filter(({ starts }) => starts.length > 0);
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li button')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items[(at + step + items.length) % items.length]?.focus();
  };
  const first = found[0]?.starts[0];
  return (
    <search onKeyDown={walk}>
      <input
        type="search"
        className={editor.search}
        style={{ width: '100%' }}
        aria-label={t('People.editor.findKind')}
        placeholder={t('People.editor.findKind')}
        value={typed}
        ref={focusFirst}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && first) {
            event.preventDefault();
            onChoose(first);
          }
        }}
      />
      <div className={classes.kinds}>
        {found.map(({ group, starts }) => (
          <div key={group}>
            <div className={editor.nothing}>{t(`People.editor.groups.${group}`)}</div>
            <ul aria-label={t(`People.editor.groups.${group}`)}>
              {starts.map((start) => (
                <li key={start}>
                  <button type="button" className={classes.item} onClick={() => onChoose(start)}>
                    {t(`People.starts.${start}`)}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {found.length === 0 && <p className={editor.nothing}>{t('People.editor.noKind')}</p>}
      </div>
    </search>
  );
}
