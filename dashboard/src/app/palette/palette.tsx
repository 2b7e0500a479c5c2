import { Stack, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeatures } from '../../platform/routing/feature.ts';
import { keepStored, readStored } from '../../platform/session/browser-storage.ts';
import { useCurrentBot, useSession } from '../../platform/session/session.ts';
import { useMenu } from '../menu/use-menu.ts';
import classes from './palette.module.css';
import { PaletteResults } from './palette-results.tsx';
import { rankEntries } from './rank.ts';
import { type PaletteEntry, sources } from './sources.ts';

const maxRecent = 5;
const recentKeyOf = (account: string | undefined): string => `recent:${account ?? 'demo'}`;

/** Ids of what was chosen in the palette, the newest first; kept in this browser, apart for every account. */
const readRecent = (account: string | undefined): string[] =>
  (readStored(recentKeyOf(account)) ?? '').split(' ').filter(Boolean).slice(0, maxRecent);

function keepRecent(account: string | undefined, id: string): void {
  const rest = readRecent(account).filter((other) => other !== id);
  keepStored(recentKeyOf(account), [id, ...rest].slice(0, maxRecent).join(' '));
}

/** Entries for this user and the current bot. */
function useEntries(showHelp: () => void): PaletteEntry[] {
  const { t } = useTranslation();
  const router = useRouter();
  const session = useSession();
  const { bot, demo } = useCurrentBot();
  const features = useFeatures();
  const { menu } = useMenu();
  return useMemo(() => {
    const context = { t, router, features, menu, session, bot, demo, showHelp };
    return sources.flatMap((source) => source(context));
  }, [t, router, features, menu, session, bot, demo, showHelp]);
}

/** Returns the entry that a key leads to; undefined for other keys. The arrows go round at both ends. */
function nextIndex(key: string, activeIndex: number, last: number): number | undefined {
  const now = Math.min(activeIndex, last);
  const next = {
    ArrowDown: now === last ? 0 : now + 1,
    ArrowUp: now <= 0 ? last : now - 1,
    PageDown: Math.min(last, now + 8),
    PageUp: Math.max(0, now - 8),
  }[key];
  return next === undefined ? undefined : Math.max(0, next);
}

/**
 * Leads anywhere by a few letters: a field whose list is walked by the arrow keys while the focus stays in it (ARIA
 * combobox), in the browser's own modal dialog.
 */
export function Palette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const { t } = useTranslation();
  const account = useSession().user?.key;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [query, setQuery] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const entries = useEntries(onHelp);
  const recent = useMemo(() => readRecent(account), [account]);
  const groups = rankEntries(entries, query, recent);
  const shownEntries = groups.flatMap((group) => group.entries);
  const active = shownEntries[Math.min(activeIndex, shownEntries.length - 1)];

  useEffect(() => dialog.current?.showModal(), []);
  const optionId = (entry: PaletteEntry) => `${id}-${shownEntries.indexOf(entry)}`;
  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const choose = (entry: PaletteEntry) => {
    keepRecent(account, entry.id);
    // Closed first: then the focus is back on the page, and the next page may take it.
    dialog.current?.close();
    // Chromium lets go of the field a frame later; a page that finds a field with the focus leaves it there.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = nextIndex(event.key, activeIndex, shownEntries.length - 1);
    if (next !== undefined) setActiveIndex(next);
    else if (event.key === 'Enter' && active) choose(active);
    else return;
    event.preventDefault();
  };
  const onBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) dialog.current?.close();
  };
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={t('Palette.title')}
      onClose={onClose}
      onClick={onBackdrop}
      onKeyDown={onKeyDown}
    >
      <Stack gap={0} mah="min(480px, 70dvh)">
        <div className={classes.field}>
          <IconSearch size={18} stroke={1.6} aria-hidden />
          <input
            type="text"
            role="combobox"
            className={classes.input}
            aria-label={t('Palette.title')}
            aria-expanded={shownEntries.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={activeId}
            aria-autocomplete="list"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder={t('Palette.placeholder')}
            value={query}
            onChange={(event) => {
              setQuery(event.currentTarget.value);
              setActiveIndex(0);
            }}
          />
        </div>
        <PaletteResults
          id={`${id}-list`}
          groups={groups}
          active={active}
          optionId={optionId}
          onActivate={(entry) => setActiveIndex(shownEntries.indexOf(entry))}
          onChoose={choose}
        />
        <p role="status" className={shownEntries.length === 0 ? classes.nothing : undefined}>
          {shownEntries.length === 0 ? (
            t('Palette.nothing')
          ) : (
            <VisuallyHidden>{t('Palette.count', { count: shownEntries.length })}</VisuallyHidden>
          )}
        </p>
        <p className={classes.foot} aria-hidden>
          <kbd>↑↓</kbd> {t('Palette.move')} <kbd>↵</kbd> {t('Palette.open')} <kbd>Esc</kbd> {t('Palette.close')}
        </p>
      </Stack>
    </dialog>
  );
}
