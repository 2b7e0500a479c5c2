import { Stack } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showNotice } from '../platform/errors/error-mapping.ts';
import { languageNames, useLanguage } from '../platform/session/language.ts';
import { useSession } from '../platform/session/session.ts';
import { Logo } from '../ui/logo.tsx';
import classes from './visitor-layout.module.css';

/** States of a bad link that can be reported before anyone is signed in. */
const badStates = ['used', 'expired', 'revoked', 'unknown'] as const;

/** Around sign-in and its neighbours: the mark, one column, the other language. */
export function VisitorLayout() {
  const { t } = useTranslation();
  const { language, choose } = useLanguage();
  const other = language === 'en' ? 'ru' : 'en';
  const state = useSession().invitation?.state;
  // A good invitation is shown on the form itself; notices for an account come from the server (`notify`).
  const badState = badStates.find((each) => each === state);
  useEffect(() => {
    if (badState) showNotice({ msg: t(`Shell.invitation.${badState}`), type: 'warning' });
  }, [badState, t]);
  return (
    <Stack gap={0} mih="100dvh">
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
    </Stack>
  );
}
