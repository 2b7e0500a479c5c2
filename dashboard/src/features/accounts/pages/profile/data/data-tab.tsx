import { type Account, accountExportPath } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../../ui/section.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

/** Export of the account's data, and deletion of the account. */
export function DataTab({ user }: { user: Account }) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Section title={t('Profile.data.exportTitle')}>
        <p>{t('Profile.data.exportText')}</p>
        <Button
          variant="default"
          component="a"
          href={`/api${accountExportPath}`}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('Profile.data.export')}
        </Button>
      </Section>
      <Section title={t('Profile.data.deleteTitle')}>
        <p>{t('Profile.data.deleteText')}</p>
        <Button variant="outline" color="red.8" c="var(--bs-bad)" onClick={() => setConfirming(true)}>
          {t('Profile.data.delete')}
        </Button>
      </Section>
      {confirming && <DeleteDialog user={user} onClose={() => setConfirming(false)} />}
    </>
  );
}
