import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../../../platform/errors/error-mapping.ts';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { updateApp } from '../../../data/mini-apps-data.ts';
import { AppForm } from '../../../shared/app-form.tsx';
import type { AppProps } from '../app-props.ts';
import { KeyDialog } from './key-dialog.tsx';
import { RemoveAppDialog } from './remove-app-dialog.tsx';

/** What the address opens over the page. */
export function AppDialogs({ app, bot }: AppProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { dialog } = useSearch({ from: '/layout/webapps/$app' });
  const close = () =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, dialog: undefined }), resetScroll: false });
  if (dialog === 'key') return <KeyDialog app={app} onClose={close} />;
  if (dialog === 'remove') return <RemoveAppDialog app={app} onClose={close} />;
  if (dialog !== 'edit') return null;
  return (
    <Dialog onClose={close} title={t('AppPage.edit.title', { name: app.system_name })}>
      <AppForm
        bots={[bot]}
        isNew={false}
        saved={app}
        submit={t('AppPage.edit.save')}
        send={async (_, draft) => {
          const changed = await updateApp(app, draft);
          showDone(t('AppPage.edit.done', { name: changed.system_name }));
          close();
        }}
      >
        <Button variant="default" onClick={close}>
          {t('General.Cancel')}
        </Button>
      </AppForm>
    </Dialog>
  );
}
