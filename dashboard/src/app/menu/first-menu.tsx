import { IconGift, IconPlayerPlay, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import news from '../../features/news/panel/news-button.module.css';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { useDemo } from '../../platform/session/demo.ts';
import { useSession } from '../../platform/session/session.ts';
import { PopoverPanel } from '../../ui/popover-panel.tsx';

const NewsPanel = lazy(
  withTexts(['News'], async () => ({
    default: (await import('../../features/news/panel/news-panel.tsx')).NewsPanel,
  })),
);

/** Before the first bot: what works without one. The way to add it stands above. */
export function FirstMenu({ itemClass, onChoose }: { itemClass: string | undefined; onChoose: () => void }) {
  const { t } = useTranslation();
  const demo = useDemo();
  const { user } = useSession();
  const choose = () => {
    onChoose();
    void demo.start();
  };
  return (
    <>
      {demo.available && (
        <button type="button" className={itemClass} onClick={choose}>
          <IconPlayerPlay size={18} stroke={1.6} aria-hidden />
          {t('Home.noBot.demo')}
        </button>
      )}
      {user && (
        <Link to="/profile" className={itemClass} onClick={onChoose}>
          <IconUser size={18} stroke={1.6} aria-hidden />
          {t('Shell.profile')}
        </Link>
      )}
      <PopoverPanel
        label={t('Shell.news')}
        buttonClass={itemClass}
        align="start"
        button={
          <>
            <IconGift size={18} stroke={1.6} aria-hidden />
            {t('Shell.news')}
          </>
        }
        panelClass={news.panel}
      >
        {(close) => <NewsPanel onLeave={close} />}
      </PopoverPanel>
    </>
  );
}
