import type { Bot } from '@botscope/contract';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/section.tsx';
import { RemoveDialog } from '../../bots/public/remove-dialog.tsx';

/** The end of a bot; asks for its name before anything happens. */
export function RemoveSection({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);
  return (
    <Section title={t('Bots.danger.title')}>
      <p>{t('Bots.danger.text')}</p>
      <Button variant="outline" color="red.8" c="var(--bs-bad)" onClick={() => setConfirming(true)}>
        {t('Bots.remove')}
      </Button>
      {confirming && (
        <RemoveDialog
          bot={bot}
          onClose={() => setConfirming(false)}
          // Edits of a bot that is gone are nothing to ask about.
          onRemoved={() =>
            navigate({ to: '/bots', search: (oldSearch) => ({ ...oldSearch, bot: undefined }), ignoreBlocker: true })
          }
        />
      )}
    </Section>
  );
}
