import { Button, Flex, PasswordInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, type FailureCode } from '../../../platform/api/api-error.ts';
import { failureText } from '../../../platform/errors/error-mapping.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import classes from './share.module.css';
import { unlockShare } from './share-data.ts';

/** Asks for the link's password. What the link is about is not shown before. */
export function SharePassword({ token, onOpened }: { token: string; onOpened: () => Promise<unknown> }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<FailureCode | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const password = input.current?.value ?? '';
    if (password === '') {
      setFailure('RequiredFields');
      input.current?.focus();
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      await unlockShare(token, password);
      await onOpened();
    } catch (error) {
      setFailure(codeOf(error));
      // The text appears with the next paint; focusing after it lets a screen reader read it.
      requestAnimationFrame(() => input.current?.focus());
    } finally {
      setBusy(false);
    }
  };
  return (
    <main id="content" className={classes.lock}>
      <PageTitle title={t('Share.lock.title')} />
      <h1 className={classes.title} tabIndex={-1}>
        {t('Share.lock.title')}
      </h1>
      <p>{t('Share.lock.text')}</p>
      <Flex component="form" direction="column" gap={16} onSubmit={submit} noValidate>
        <PasswordInput
          ref={input}
          label={t('Share.lock.label')}
          autoComplete="off"
          error={failure && failureText(failure)}
          visibilityToggleButtonProps={{ 'aria-label': t('General.ShowPassword') }}
        />
        <Button type="submit" loading={isBusy}>
          {t('Share.lock.submit')}
        </Button>
      </Flex>
    </main>
  );
}
