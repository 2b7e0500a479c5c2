import type { Account } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { CopyButton } from '../../../../../ui/copy-button.tsx';
import dialog from '../../../../../ui/dialog.module.css';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { saveFile } from '../../../../../ui/save-file.ts';
import { nameOf } from '../../../public/account-data.ts';
import classes from './codes-dialog.module.css';

interface CodesDialogProps {
  user: Account;
  codes: readonly string[];
  onClose(): void;
}

/** Recovery codes in the one moment when they can be seen. */
export function CodesDialog({ user, codes, onClose }: CodesDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const text = codes.join('\n');
  const download = () => {
    const head = t('Profile.totp.fileHead', { name: nameOf(user), date: format.date(Date.now()) });
    saveFile('botscope-recovery-codes.txt', new Blob([`${head}\n\n${text}\n`], { type: 'text/plain' }));
  };
  return (
    <Dialog
      onClose={onClose}
      // A slip of the mouse must not close the only view of the codes.
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t('Profile.totp.codesTitle')}
    >
      <div className={dialog.body}>
        <p>{t('Profile.totp.codesText')}</p>
        <ol className={classes.codes} aria-label={t('Profile.totp.codesList')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <Flex gap={8} wrap="wrap">
          <CopyButton value={text} label={t('Profile.totp.copyCodes')} />
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={download}
          >
            {t('Profile.totp.download')}
          </Button>
        </Flex>
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button onClick={onClose}>{t('Profile.totp.kept')}</Button>
        </Flex>
      </div>
    </Dialog>
  );
}
