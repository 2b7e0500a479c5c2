import { IconAlertCircle, IconChartBar, IconChevronDown, IconLayoutDashboard, IconRobot } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../ui/logo.tsx';
import { BotSwitcher } from './bot-switcher.tsx';
import { type ReportItem, reportGroups } from './menu.ts';
import { useMenuDrawer } from './menu-context.ts';
import type { ReportSearch } from './search.ts';
import { useSession } from './session.ts';
import classes from './side-menu.module.css';

/** Product mark, bot switcher and the list of pages. On small screens it lies in a drawer that closes after a choice. */
export function SideMenu({ inDrawer = false }: { inDrawer?: boolean }) {
  const { t } = useTranslation();
  const { close } = useMenuDrawer();
  const { user } = useSession();
  const { pathname } = useLocation();
  return (
    <div className={classes.menu}>
      {!inDrawer && (
        <Link to="/" className={classes.brand}>
          <Logo size={24} />
          <span>Botscope</span>
        </Link>
      )}
      <BotSwitcher />
      <nav aria-label={t('Shell.menu.label')} className={classes.nav}>
        <Link
          to="/"
          search={keepPeriod}
          className={classes.item}
          aria-current={pathname === '/' ? 'page' : undefined}
          onClick={close}
        >
          <IconLayoutDashboard size={18} stroke={1.6} aria-hidden />
          {t('Shell.menu.dashboard')}
        </Link>
        <Fold label={t('Shell.menu.reports')} icon={<IconChartBar size={18} stroke={1.6} aria-hidden />}>
          {reportGroups(t).map((group) => (
            <div key={group.label} className={classes.group}>
              <p className={classes.groupName}>{group.label}</p>
              {group.items.map((item) => (
                <ReportLink key={item.label} item={item} onChoose={close} />
              ))}
            </div>
          ))}
        </Fold>
        {user && (
          <>
            <Link
              to="/bots"
              className={classes.item}
              aria-current={/^\/(bots|bot|bot_upload|add-bot)(\/|$)/.test(pathname) ? 'page' : undefined}
              onClick={close}
            >
              <IconRobot size={18} stroke={1.6} aria-hidden />
              {t('Shell.menu.bots')}
            </Link>
            <Link
              to="/bot_errors"
              className={classes.item}
              aria-current={pathname === '/bot_errors' ? 'page' : undefined}
              onClick={close}
            >
              <IconAlertCircle size={18} stroke={1.6} aria-hidden />
              {t('Shell.menu.botErrors')}
            </Link>
          </>
        )}
      </nav>
    </div>
  );
}

/** The chosen period goes along from report to report; everything else in the address belongs to one page. */
const keepPeriod = ({ period }: ReportSearch): ReportSearch => ({ period });

function ReportLink({ item, onChoose }: { item: ReportItem; onChoose: () => void }) {
  const { pathname, search } = useLocation();
  const here = pathname === `/reports/${item.type}`;
  const { detail, details }: ReportSearch = search;
  const shown = detail ?? details ?? 'day';
  const current = here && (item.details === undefined || item.details === shown);
  return (
    <Link
      to="/reports/$typeReport"
      params={{ typeReport: item.type }}
      search={(kept) => ({ ...keepPeriod(kept), details: item.details })}
      className={classes.report}
      aria-current={current ? 'page' : undefined}
      onClick={onChoose}
    >
      {item.label}
    </Link>
  );
}

function Fold({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(true);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={classes.item}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {icon}
        {label}
        <IconChevronDown className={classes.chevron} size={16} stroke={1.6} aria-hidden />
      </button>
      <div id={id} className={classes.folded} hidden={!open}>
        {children}
      </div>
    </>
  );
}
