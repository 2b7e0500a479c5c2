import type { MiniApp } from '@botscope/contract';
import { Button, Flex, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../../platform/errors/use-action.ts';
import classes from '../../../../../ui/dialog.module.css';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { dropApp, removeApp } from '../../../data/mini-apps-data.ts';

/** Says what is lost and asks for the app's name, typed by hand, before anything is deleted. */
export function RemoveAppDialog({ app, onClose }: { app: MiniApp; onClose(): void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [mismatch, setMismatch] = useState(false);
  const { busy, run: remove } = useAction(async (event: FormEvent) => {
    event.preventDefault();
    const typed = input.current?.value.trim() ?? '';
    setMismatch(typed !== app.system_name);
    if (typed !== app.system_name) return input.current?.focus();
    await removeApp(app, typed);
    showDone(t('AppPage.remove.done', { name: app.system_name }));
    // First away: the page of an app that is not there is "not found".
    await navigate({ to: '/webapps', replace: true });
    dropApp(app);
  });
  return (
    <Dialog onClose={onClose} title={t('AppPage.remove.title', { name: app.system_name })}>
      <form className={classes.body} onSubmit={remove} noValidate>
        <p>{t('AppPage.remove.text')}</p>
        <TextInput
          ref={input}
          label={t('AppPage.remove.label', { name: app.system_name })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          error={mismatch && t('AppPage.remove.mismatch')}
          onChange={() => setMismatch(false)}
        />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" color="red.8" loading={busy}>
            {t('AppPage.remove.submit')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}
