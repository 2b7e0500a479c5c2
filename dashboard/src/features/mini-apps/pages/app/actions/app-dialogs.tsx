import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../../../platform/errors/error-mapping.ts';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { dropApp, removeApp, rotateAppKey, updateApp } from '../../../data/mini-apps-data.ts';
import { KeyDialog } from '../../../public/page/key-dialog.tsx';
import { RemoveDialog } from '../../../public/page/remove-dialog.tsx';
import { AppForm } from '../../../shared/app-form.tsx';
import type { AppProps } from '../app-props.ts';

/** Dialogs that the address opens over the page. */
export function AppDialogs({ app, bot }: AppProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { dialog } = useSearch({ from: '/layout/webapps/$app' });
  const close = () =>
    void navigate({
      to: '.',
      search: (oldSearch: object) => ({ ...oldSearch, dialog: undefined }),
      resetScroll: false,
    });
  if (dialog === 'key') {
    return <KeyDialog page={app} rotate={(hours) => rotateAppKey(app, hours)} onClose={close} />;
  }
  if (dialog === 'remove') {
    return (
      <RemoveDialog
        name={app.system_name}
        text={t('AppPage.remove.text')}
        mismatch={t('AppPage.remove.mismatch')}
        onClose={close}
        remove={async (typedName) => {
          await removeApp(app, typedName);
          // First away: the page of an app that is not there is "not found".
          await navigate({ to: '/webapps', replace: true });
          dropApp(app);
        }}
      />
    );
  }
  if (dialog !== 'edit') return null;
  return (
    <Dialog onClose={close} title={t('PageScript.edit.title', { name: app.system_name })}>
      <AppForm
        bots={[bot]}
        isNew={false}
        saved={app}
        submit={t('PageScript.edit.save')}
        send={async (_, draft) => {
          const updatedApp = await updateApp(app, draft);
          showDone(t('PageScript.edit.done', { name: updatedApp.system_name }));
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
