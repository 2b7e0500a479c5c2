import { IconChevronDown } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { isCurrent, type MenuItem } from './menu.ts';
import type { ReportSearch } from './search.ts';
import classes from './side-menu.module.css';

interface FoldProps {
  label: string;
  /** Of the outer groups alone. */
  icon?: ReactNode;
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A group that opens and closes. */
export function Fold({ label, icon, open, onToggle, children }: FoldProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={icon ? classes.item : classes.inner}
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
      >
        {icon}
        {label}
        <IconChevronDown className={classes.chevron} size={16} stroke={1.6} aria-hidden />
      </button>
      <div id={id} className={icon ? classes.folded : undefined} hidden={!open}>
        {open && children}
      </div>
    </>
  );
}

interface MenuListProps {
  label: string;
  items: readonly MenuItem[];
  onChoose: () => void;
}

/** The entries of a group. The chosen period goes along; everything else in the address belongs to one page. */
export function MenuList({ label, items, onChoose }: MenuListProps) {
  const { pathname, search } = useLocation();
  const { detail, details }: ReportSearch = search;
  return (
    <ul className={classes.list} aria-label={label}>
      {items.map((item) => {
        const props = {
          className: classes.report,
          'aria-current': isCurrent(item, pathname, detail ?? details ?? '') ? ('page' as const) : undefined,
          onClick: onChoose,
        };
        return (
          <li key={item.label}>
            {'type' in item ? (
              <Link
                to="/reports/$typeReport"
                params={{ typeReport: item.type }}
                search={({ period }: ReportSearch) => ({ period, details: item.details })}
                {...props}
              >
                {item.label}
              </Link>
            ) : (
              <Link
                to={item.to}
                search={({ period }: ReportSearch) => (item.to === '/conversion' ? { period } : {})}
                {...props}
              >
                {item.label}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
