import type { MiniApp, MiniAppStatus } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconDots, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../../platform/errors/use-action.ts';
import { DropItem, DropLine, DropMenu } from '../../../../../ui/drop-menu.tsx';
import { setAppStatus } from '../../../data/mini-apps-data.ts';

/** What can be done with an app. To pause and to archive it can be taken back, so neither is asked for twice. */
export function AppActions({ app }: { app: MiniApp }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { busy, run: set } = useAction(async (status: MiniAppStatus) => {
    await setAppStatus(app, status);
    showDone(t(`AppPage.done.${status}`, { name: app.system_name }));
  });
  const open = (dialog: string) => void navigate({ to: '.', search: (old: object) => ({ ...old, dialog }) });
  const isOn = app.status === 'enabled';
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        leftSection={isOn ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
        onClick={() => set(isOn ? 'paused' : 'enabled')}
      >
        {t(`AppPage.actions.${isOn ? 'pause' : app.status === 'paused' ? 'resume' : 'restore'}`)}
      </Button>
      <DropMenu
        label={t('AppPage.actions.of', { name: app.system_name })}
        button={<IconDots size={18} stroke={1.6} aria-hidden />}
      >
        <DropItem onChoose={() => open('edit')}>{t('AppPage.actions.edit')}</DropItem>
        <DropItem onChoose={() => open('key')}>{t('AppPage.actions.key')}</DropItem>
        {app.status !== 'archived' && (
          <DropItem onChoose={() => set('archived')}>{t('AppPage.actions.archive')}</DropItem>
        )}
        <DropLine />
        <DropItem danger onChoose={() => open('remove')}>
          {t('AppPage.actions.remove')}
        </DropItem>
      </DropMenu>
    </>
  );
}
