import { IconChartBar, IconLink, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, use, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepStored, readStored } from '../../platform/session/browser-storage.ts';
import { useCurrentBot } from '../../platform/session/session.ts';
import { Logo } from '../../ui/logo.tsx';
import { ShortcutContext } from '../shortcuts/shortcut-context.ts';
import { BotSwitcher } from '../top-bar/bot-switcher.tsx';
import { groupKey, itemId, linkTo, type MenuGroup, type PageItem } from './menu.ts';
import { useMenuDrawer } from './menu-context.ts';
import { Group, MenuList } from './menu-group.tsx';
import { usePins } from './pins.ts';
import classes from './side-menu.module.css';
import { useMenu } from './use-menu.ts';

/** Holds the group of the side menu that was opened last; '' for none. */
const storageKey = 'menu-group';

/** Keeps one group of the menu open. `currentGroupKey` is the group of the page on show, which opens when it is entered. */
function useOpenGroup(currentGroupKey: string | undefined): { open: string; toggle(id: string): void } {
  const [chosenGroup, setChosenGroup] = useState(() => readStored(storageKey) ?? '');
  const [entered, setEntered] = useState<string>();
  let open = chosenGroup;
  // During the render, not after it: the menu must not be seen closed first.
  if (currentGroupKey !== entered) {
    open = currentGroupKey ?? chosenGroup;
    setEntered(currentGroupKey);
    setChosenGroup(open);
  }
  return {
    open,
    toggle(id) {
      const next = open === id ? '' : id;
      keepStored(storageKey, next);
      setChosenGroup(next);
    },
  };
}

// Only accounts without a bot have it.
const FirstMenu = lazy(() => import('./first-menu.tsx').then((module) => ({ default: module.FirstMenu })));

/** Product mark, bot switcher and the list of pages. On small screens it lies in a drawer that closes after a choice. */
export function SideMenu({ inDrawer = false }: { inDrawer?: boolean }) {
  const { t } = useTranslation();
  const { close } = useMenuDrawer();
  const show = use(ShortcutContext);
  const { bot } = useCurrentBot();
  const { menu, items, current } = useMenu();
  const { groups } = menu;
  const reports = groups.filter(({ section }) => section === 'reports');
  const hereGroup = groups.find((group) => current && group.items.includes(current));
  const currentGroupKey = hereGroup && groupKey(hereGroup);
  const { open, toggle } = useOpenGroup(currentGroupKey);
  const { pins } = usePins();
  const pinned = pins.flatMap((id) => items.find((item) => itemId(item) === id) ?? []);
  const caption = useId();
  const nav = useRef<HTMLElement>(null);
  const place = current && itemId(current);
  useEffect(() => {
    // On a low screen the list is longer than it.
    if (place !== undefined) showEntry(nav.current?.querySelector('[aria-current="page"]'));
  }, [place]);
  const fold = { current, onChoose: close };
  const folding = (group: MenuGroup) => {
    const key = groupKey(group);
    return { group, open: open === key, onToggle: () => toggle(key) };
  };
  return (
    <div className={classes.menu}>
      {!inDrawer && (
        <Link to="/" className={classes.brand}>
          <Logo size={24} />
          <span>Botscope</span>
        </Link>
      )}
      <BotSwitcher />
      {bot && (
        <button
          type="button"
          className={classes.search}
          aria-haspopup="dialog"
          aria-keyshortcuts="Meta+K Control+K /"
          onClick={() => {
            close();
            show('palette');
          }}
        >
          <IconSearch size={16} stroke={1.6} aria-hidden />
          {t('Shell.search')}
          {!inDrawer && <kbd aria-hidden>{isMac ? '⌘K' : 'Ctrl K'}</kbd>}
        </button>
      )}
      <nav ref={nav} aria-label={t('Shell.menu.label')} className={classes.nav}>
        {pinned.length > 0 && (
          <>
            <span className={classes.caption} aria-hidden>
              {t('Shell.pin.title')}
            </span>
            <MenuList label={t('Shell.pin.title')} items={pinned} byTitle {...fold} />
          </>
        )}
        {menu.pages.map((item) => (
          <Entry key={item.to} item={item} isCurrent={item === current} onChoose={close} />
        ))}
        {!bot && (
          <Suspense>
            <FirstMenu itemClass={classes.item} onChoose={close} />
          </Suspense>
        )}
        {groups
          .filter(({ section }) => section === 'pages')
          .map((group) => (
            <Group key={group.id} {...folding(group)} {...fold} />
          ))}
        {reports.length > 0 && (
          <>
            <span className={classes.caption} id={caption}>
              <IconChartBar size={14} stroke={1.6} aria-hidden />
              {t('Shell.menu.reports')}
            </span>
            <ul aria-labelledby={caption}>
              {reports.map((group) => (
                <li key={group.id}>
                  <Group {...folding(group)} {...fold} />
                </li>
              ))}
            </ul>
          </>
        )}
      </nav>
    </div>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Scrolls without `scrollIntoView`: Chromium would let the next Tab begin there, past the link that skips the menu. */
function showEntry(entry: Element | null | undefined): void {
  const box = entry?.closest('aside, [role="dialog"]');
  if (!entry || !box) return;
  const { top, bottom } = entry.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  box.scrollTop += Math.max(0, bottom - frame.bottom) - Math.max(0, frame.top - top);
}

interface EntryProps {
  item: PageItem;
  isCurrent: boolean;
  onChoose: () => void;
}

function Entry({ item, isCurrent, onChoose }: EntryProps) {
  const Icon = item.icon ?? IconLink;
  return (
    <Link {...linkTo(item)} className={classes.item} aria-current={isCurrent ? 'page' : undefined} onClick={onChoose}>
      <Icon size={18} stroke={1.6} aria-hidden />
      {item.label}
    </Link>
  );
}
