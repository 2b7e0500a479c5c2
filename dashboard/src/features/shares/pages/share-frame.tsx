import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../../analytics/question/use-address.ts';
import { parseLanguage } from '../../../platform/i18n/i18n.ts';
import { Logo } from '../../../ui/logo.tsx';
import classes from './share.module.css';

const languageNames = { en: 'English', ru: 'Русский' } as const;

/** Around every state of a shared page: one column, whose numbers these are made with, the other language. */
export function ShareFrame({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation();
  const [, change] = useAddress();
  const other = parseLanguage(i18n.language) === 'en' ? 'ru' : 'en';
  return (
    <div className={classes.screen}>
      <meta name="robots" content="noindex, nofollow" />
      {children}
      <footer className={classes.foot}>
        <Flex component="span" gap={8} align="center">
          <Logo size={18} />
          {t('Share.page.made')}
        </Flex>
        <button
          type="button"
          lang={other}
          className={classes.language}
          title={t('Shell.language')}
          onClick={() => change({ lang: other }, { replace: true })}
        >
          {languageNames[other]}
        </button>
      </footer>
    </div>
  );
}
