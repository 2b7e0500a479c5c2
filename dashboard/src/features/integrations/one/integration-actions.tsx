import type { Integration } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconDots, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { DropItem, DropLine, DropMenu } from '../../../ui/drop-menu.tsx';
import { useChangeSearch } from '../data/integration-search.ts';
import { setStatus } from '../data/integrations-data.ts';
import { generatedSecrets } from '../form/generated-secrets.ts';
import type { IntegrationDialog } from './parts.ts';

/** Resumes at once where nothing waits; otherwise the dialog asks what becomes of it. */
function useResume(integration: Integration): { busy: boolean; resume(): void } {
  const { t } = useTranslation();
  const change = useChangeSearch();
  const { busy, run } = useAction(async () => {
    await setStatus(integration, 'on');
    showDone(t('IntegrationDetails.done.resumed', { name: integration.name }));
  });
  return {
    busy,
    resume: () => (integration.figures.waiting > 0 ? change({ dialog: 'resume' }, false) : void run()),
  };
}

/** Buttons of an integration. Pausing loses nothing, so it does not ask. */
export function IntegrationActions({ integration }: { integration: Integration }) {
  const { t } = useTranslation();
  const change = useChangeSearch();
  const open = (dialog: IntegrationDialog) => change({ dialog }, false);
  const { busy: isResuming, resume } = useResume(integration);
  const { busy, run: pause } = useAction(async () => {
    await setStatus(integration, 'paused');
    showDone(t('IntegrationDetails.done.paused', { name: integration.name }));
  });
  const isOn = integration.status === 'on';
  const { name, provider } = integration;
  return (
    <>
      <Button
        variant={isOn ? 'default' : 'filled'}
        loading={busy || isResuming}
        leftSection={isOn ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
        onClick={() => (isOn ? void pause() : resume())}
      >
        {t(isOn ? 'IntegrationDetails.actions.pause' : 'IntegrationDetails.actions.resume')}
      </Button>
      <DropMenu
        label={t('IntegrationDetails.actions.of', { name })}
        button={<IconDots size={18} stroke={1.6} aria-hidden />}
        width={240}
      >
        <DropItem onChoose={() => open('replay')}>{t('IntegrationDetails.actions.replay')}</DropItem>
        <DropItem onChoose={() => open('backfill')}>{t('IntegrationDetails.actions.backfill')}</DropItem>
        {generatedSecrets(provider).length > 0 && (
          <DropItem onChoose={() => open('secret')}>{t('IntegrationDetails.actions.secret')}</DropItem>
        )}
        <DropLine />
        <DropItem danger onChoose={() => open('remove')}>
          {t('IntegrationDetails.actions.remove')}
        </DropItem>
      </DropMenu>
    </>
  );
}
