import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBotLive } from '../../../../platform/session/bot-live.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Section } from '../../../../ui/section.tsx';
import { RotateDialog } from '../../../bots/public/rotate-dialog.tsx';
import { SecretValue } from '../../../bots/public/secret-value.tsx';
import { CodeSamples } from '../../samples/code-samples.tsx';
import { OutgoingSection } from '../../sections/outgoing-section.tsx';
import { FirstUpdate } from './first-update.tsx';

interface StepKeyProps {
  botKey: string;
  /** Null after a reload: it cannot be shown again. */
  apiKey: string | null;
  onKey: (apiKey: string) => void;
  onDone: (botKey: string) => void;
}

/** The API way: the key, the code, and a look-out for the first update. */
export function StepKey({ botKey, apiKey, onKey, onDone }: StepKeyProps) {
  const { t } = useTranslation();
  const [rotating, setRotating] = useState(false);
  const bot = useSession().bots[botKey];
  useBotLive(botKey);
  const connected = bot?.status === true;
  return (
    <>
      <FirstUpdate bot={bot} text={t('AddBot.test.waitText')}>
        <Button variant={connected ? 'filled' : 'default'} onClick={() => onDone(botKey)}>
          {connected ? t('AddBot.test.finish') : t('AddBot.test.later')}
        </Button>
      </FirstUpdate>
      <Section title={t('Bots.apiKey.title')}>
        {apiKey === null ? (
          <Stack gap={16}>
            <Notice tone="warn">{t('AddBot.test.keyLost')}</Notice>
            <div>
              <Button variant="default" onClick={() => setRotating(true)} disabled={!bot}>
                {t('AddBot.test.newKey')}
              </Button>
            </div>
          </Stack>
        ) : (
          <SecretValue value={apiKey} />
        )}
      </Section>
      <Section title={t('AddBot.test.codeTitle')}>
        <p>{t('Bots.connection.how')}</p>
        <CodeSamples apiKey={apiKey} />
      </Section>
      {bot && <OutgoingSection bot={bot} apiKey={apiKey} />}
      {rotating && bot && <RotateDialog bot={bot} onClose={() => setRotating(false)} onKey={onKey} />}
    </>
  );
}
