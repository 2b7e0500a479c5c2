import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './page-tabs.module.css';

interface PageTabsProps<Tab extends string> {
  /** What the sections are of, for a screen reader. */
  label: string;
  tabs: readonly { key: Tab; name: ReactNode }[];
  current: Tab;
}

/** The sections of a page: links rather than tabs of a widget, for each has an address (`tab`); the first has the bare one. */
export function PageTabs<Tab extends string>({ label, tabs, current }: PageTabsProps<Tab>) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const open = list.current?.querySelector(`[data-tab="${current}"]`);
    // On a phone the row is longer than the screen.
    open?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav aria-label={label} className={classes.tabs}>
      <ul ref={list}>
        {tabs.map(({ key, name }, index) => (
          <li key={key} data-tab={key}>
            <Link
              to="."
              search={(kept) => ({ ...kept, tab: index === 0 ? undefined : key })}
              aria-current={key === current ? 'page' : undefined}
              className={classes.tab}
              // Otherwise the first, whose address is the shortest, would always be a current page too.
              activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
              resetScroll={false}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
