import { type Account, api } from '@botscope/contract';
import { Box, Button, Flex } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../../platform/api/call.ts';
import { showDone } from '../../../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { CopyButton } from '../../../../../ui/copy-button.tsx';
import dialog from '../../../../../ui/dialog.module.css';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { saveFile } from '../../../../../ui/save-file.ts';
import { Section } from '../../../../../ui/section.tsx';
import { StatusDot } from '../../../../../ui/status-dot.tsx';
import { keepUser, nameOf } from '../../../public/account-data.ts';
import { ProofDialog } from '../../../public/proof/proof-dialog.tsx';
import classes from './totp-section.module.css';
import { TotpSetup } from './totp-setup.tsx';

type Open = 'setup' | 'off' | 'codes' | { codes: readonly string[] } | null;

/** A code of an app besides the password. */
export function TotpSection({ user }: { user: Account }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const isEnabled = user.second_factor;
  return (
    <Section
      title={t('Profile.totp.title')}
      actions={
        isEnabled ? (
          <StatusDot good label={t('Profile.totp.on')} />
        ) : (
          <Box component="span" c="dimmed" fz="sm">
            {t('Profile.totp.off')}
          </Box>
        )
      }
    >
      <p>{t('Profile.totp.text')}</p>
      {isEnabled && <p>{t('Profile.totp.left', { count: user.recovery_codes })}</p>}
      <Flex gap={8} wrap="wrap">
        {isEnabled ? (
          <>
            <Button variant="default" onClick={() => setOpen('codes')}>
              {t('Profile.totp.newCodes')}
            </Button>
            <Button variant="default" onClick={() => setOpen('off')}>
              {t('Profile.totp.turnOff')}
            </Button>
          </>
        ) : (
          <Button onClick={() => setOpen('setup')}>{t('Profile.totp.turnOn')}</Button>
        )}
      </Flex>
      {open === 'setup' && <TotpSetup onClose={close} onCodes={(codes) => setOpen({ codes })} />}
      {open === 'off' && (
        <ProofDialog
          title={t('Profile.totp.offTitle')}
          text={t('Profile.totp.offText')}
          submit={t('Profile.totp.turnOff')}
          danger
          onClose={close}
          send={async (body) => {
            keepUser((await call(api.endTotp, { body })).user);
            showDone(t('Profile.totp.offDone'));
            close();
          }}
        />
      )}
      {open === 'codes' && (
        <ProofDialog
          title={t('Profile.totp.newCodes')}
          text={t('Profile.totp.newText')}
          submit={t('Profile.totp.newSubmit')}
          onClose={close}
          send={async (body) => {
            const answer = await call(api.newRecoveryCodes, { body });
            keepUser(answer.user);
            setOpen({ codes: answer.recovery_codes });
          }}
        />
      )}
      {open !== null && typeof open === 'object' && <CodesDialog user={user} codes={open.codes} onClose={close} />}
    </Section>
  );
}

interface CodesDialogProps {
  user: Account;
  codes: readonly string[];
  onClose(): void;
}

/** Recovery codes in the one moment when they can be seen. */
function CodesDialog({ user, codes, onClose }: CodesDialogProps) {
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
