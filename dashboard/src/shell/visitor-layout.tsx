import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../ui/logo.tsx';
import { languageNames, useLanguage } from './language.ts';
import { showNotice } from './refusals.ts';
import { useSession } from './session.ts';
import classes from './visitor-layout.module.css';

/** Around sign-in and its neighbours: the mark, one column, the other language. */
export function VisitorLayout() {
  const { t } = useTranslation();
  const { language, choose } = useLanguage();
  const other = language === 'en' ? 'ru' : 'en';
  const { notify } = useSession();
  useEffect(() => {
    for (const notice of notify) showNotice(notice);
  }, [notify]);
  return (
    <div className={classes.screen}>
      <header className={classes.head}>
        <span className={classes.brand}>
          <Logo size={26} />
          Botscope
        </span>
        <button
          type="button"
          lang={other}
          className={classes.language}
          title={t('Shell.language')}
          onClick={() => choose(other)}
        >
          {languageNames[other]}
        </button>
      </header>
      <main id="content" className={classes.column}>
        <Outlet />
      </main>
    </div>
  );
}
