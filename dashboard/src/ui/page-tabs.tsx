import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './page-tabs.module.css';

interface TabRowProps {
  /** Subject of the sections, for a screen reader. */
  label: string;
  current: string;
  /** `<li data-tab>` with a link in each, drawn as `tabClass`. */
  children: ReactNode;
}
/** Class of the links of a `TabRow`. */
export const tabClass = classes.tab;

/** The sections of a page: links rather than tabs of a widget, for each has an address of its own. */
export function TabRow({ label, current, children }: TabRowProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const row = list.current;
    const open = row?.querySelector<HTMLElement>(`[data-tab="${current}"]`);
    if (!row || !open) return;
    // On a phone the row is longer than the screen. Not by `scrollIntoView`: Chromium would let the next Tab begin here.
    const { left, width } = open.getBoundingClientRect();
    const frame = row.getBoundingClientRect();
    row.scrollLeft += left + width / 2 - frame.left - frame.width / 2;
  }, [current]);
  return (
    <nav aria-label={label} className={classes.tabs}>
      <ul ref={list}>{children}</ul>
    </nav>
  );
}

interface PageTabsProps<Tab extends string> {
  label: string;
  tabs: readonly { key: Tab; name: string }[];
  current: Tab;
}

/** Sections of one page, by `tab` of the address; the first has the bare address. */
export function PageTabs<Tab extends string>({ label, tabs, current }: PageTabsProps<Tab>) {
  return (
    <TabRow label={label} current={current}>
      {tabs.map(({ key, name }, index) => (
        <li key={key} data-tab={key}>
          <Link
            to="."
            // The other parameters of the address belonged to the section that is left.
            search={({ lang, bot }) => ({ lang, bot, tab: index === 0 ? undefined : key })}
            aria-current={key === current ? 'page' : undefined}
            className={tabClass}
            // Otherwise the first, whose address is the shortest, would always be a current page too.
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            resetScroll={false}
          >
            {name}
          </Link>
        </li>
      ))}
    </TabRow>
  );
}
