import { heldOf, opens } from '@botscope/contract';
import {
  IconActivity,
  IconAlertCircle,
  IconChartBar,
  IconLayoutDashboard,
  IconLink,
  IconRobot,
  IconTargetArrow,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../ui/logo.tsx';
import { BotSwitcher } from './bot-switcher.tsx';
import { landingOf } from './landing.ts';
import { allowed, isCurrent, type MenuGroup, menuGroups } from './menu.ts';
import { useMenuDrawer } from './menu-context.ts';
import { Fold, MenuList } from './menu-group.tsx';
import type { ReportSearch } from './search.ts';
import { useCurrentBot, useSession } from './session.ts';
import classes from './side-menu.module.css';
import { useFolds } from './use-folds.ts';

/** Product mark, bot switcher and the list of pages. On small screens it lies in a drawer that closes after a choice. */
export function SideMenu({ inDrawer = false }: { inDrawer?: boolean }) {
  const { t } = useTranslation();
  const { close } = useMenuDrawer();
  const { user } = useSession();
  const { bot, demo } = useCurrentBot();
  const held = bot && heldOf(bot);
  const { pathname, search } = useLocation();
  const { detail, details }: ReportSearch = search;
  const current = (group: MenuGroup) => group.items.some((item) => isCurrent(item, pathname, detail ?? details ?? ''));
  const all = menuGroups(t);
  const conversions = allowed(all.conversions, held);
  const reports = all.reports.flatMap((group) => allowed(group, held) ?? []);
  const here = [
    ...reports.filter(current).flatMap(({ id }) => ['reports', id]),
    ...(current(all.conversions) ? ['conversions'] : []),
  ];
  const { isOpen, toggle } = useFolds(here);
  const nav = useRef<HTMLElement>(null);
  const place = `${pathname} ${here.join(' ')}`;
  useEffect(() => {
    // The list is longer than most screens.
    if (place !== '') showEntry(nav.current?.querySelector('[aria-current="page"]'));
  }, [place]);
  const fold = (id: string) => ({ open: isOpen(id), onToggle: () => toggle(id) });
  return (
    <div className={classes.menu}>
      {!inDrawer && (
        <Link to="/" className={classes.brand}>
          <Logo size={24} />
          <span>Botscope</span>
        </Link>
      )}
      <BotSwitcher />
      <nav ref={nav} aria-label={t('Shell.menu.label')} className={classes.nav}>
        {landingOf(bot).to === '/' && (
          <Entry
            to="/"
            pages={/^\/$/}
            icon={<IconLayoutDashboard size={18} stroke={1.6} aria-hidden />}
            label={t('Shell.menu.dashboard')}
            onChoose={close}
          />
        )}
        {landingOf(bot).to === '/' && (
          <Entry
            to="/live"
            pages={/^\/live$/}
            icon={<IconActivity size={18} stroke={1.6} aria-hidden />}
            label={t('Shell.menu.live')}
            onChoose={close}
          />
        )}
        {user && (
          <Entry
            to="/bots"
            pages={/^\/(bots|bot|bot_upload|add-bot)(\/|$)/}
            icon={<IconRobot size={18} stroke={1.6} aria-hidden />}
            label={t('Shell.menu.bots')}
            onChoose={close}
          />
        )}
        {(held === null || opens(held, 'report.utm_summary')) && (
          <Entry
            to="/utm-builder"
            pages={/^\/utm-builder$/}
            icon={<IconLink size={18} stroke={1.6} aria-hidden />}
            label={t('Shell.menu.utmBuilder')}
            onChoose={close}
          />
        )}
        {user && (held === null || demo || opens(held, 'errors.view')) && (
          <Entry
            to="/bot_errors"
            pages={/^\/bot_errors$/}
            icon={<IconAlertCircle size={18} stroke={1.6} aria-hidden />}
            label={t('Shell.menu.botErrors')}
            onChoose={close}
          />
        )}
        {conversions && (
          <Fold
            label={conversions.label}
            icon={<IconTargetArrow size={18} stroke={1.6} aria-hidden />}
            {...fold('conversions')}
          >
            <MenuList label={conversions.label} items={conversions.items} onChoose={close} />
          </Fold>
        )}
        {reports.length > 0 && (
          <Fold
            label={t('Shell.menu.reports')}
            icon={<IconChartBar size={18} stroke={1.6} aria-hidden />}
            {...fold('reports')}
          >
            {reports.map((group) => (
              <Fold key={group.id} label={group.label} {...fold(group.id)}>
                <MenuList label={group.label} items={group.items} onChoose={close} />
              </Fold>
            ))}
          </Fold>
        )}
      </nav>
    </div>
  );
}

/** Not by `scrollIntoView`: Chromium lets the next Tab begin there, so that nobody comes by the way past the menu. */
function showEntry(entry: Element | null | undefined): void {
  const box = entry?.closest('aside, [role="dialog"]');
  if (!entry || !box) return;
  const { top, bottom } = entry.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  box.scrollTop += Math.max(0, bottom - frame.bottom) - Math.max(0, frame.top - top);
}

interface EntryProps {
  to: '/' | '/live' | '/bots' | '/utm-builder' | '/bot_errors';
  /** The addresses at which the entry is the current one. */
  pages: RegExp;
  icon: ReactNode;
  label: string;
  onChoose: () => void;
}

function Entry({ to, pages, icon, label, onChoose }: EntryProps) {
  const { pathname } = useLocation();
  return (
    <Link
      to={to}
      search={({ period }: ReportSearch) => (to === '/' ? { period } : {})}
      className={classes.item}
      aria-current={pages.test(pathname) ? 'page' : undefined}
      onClick={onChoose}
    >
      {icon}
      {label}
    </Link>
  );
}
