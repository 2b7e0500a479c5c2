import type { Bot } from '@botscope/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/section.tsx';
import { RotateDialog } from '../../bots/public/rotate-dialog.tsx';

/** The bot's API key, of which only the public half can be shown, and the way to a new one. */
export function ApiKeySection({ bot, onKey }: { bot: Bot; onKey: (key: string) => void }) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  return (
    <Section
      title={t('Bots.apiKey.title')}
      actions={
        <Button variant="default" size="compact-md" onClick={() => setConfirming(true)}>
          {t('Bots.rotate')}
        </Button>
      }
    >
      <p>{t('Bots.apiKey.text')}</p>
      <code>{bot.key}:••••••••••••••••</code>
      {confirming && <RotateDialog bot={bot} onClose={() => setConfirming(false)} onKey={onKey} />}
    </Section>
  );
}
