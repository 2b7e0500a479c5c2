import { api } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../../platform/api/call.ts';
import { CodeField } from '../../../../../ui/contact-fields.tsx';
import { CopyButton } from '../../../../../ui/copy-button.tsx';
import dialog from '../../../../../ui/dialog.module.css';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { FormFailure } from '../../../../../ui/form-failure.tsx';
import { qrAddress } from '../../../../../ui/qr.ts';
import { useContractForm } from '../../../../../ui/use-contract-form.ts';
import { keepUser } from '../../../public/account-data.ts';
import { ProofDialog } from '../../../public/proof/proof-dialog.tsx';
import classes from './totp-section.module.css';

interface TotpSetupProps {
  onClose(): void;
  /** It is on; these are shown once. */
  onCodes(codes: readonly string[]): void;
}

/** Asks for a proof; then shows the picture for the app and takes a first code from it. */
export function TotpSetup({ onClose, onCodes }: TotpSetupProps) {
  const { t } = useTranslation();
  const [key, setKey] = useState<{ uri: string; secret: string } | null>(null);
  if (key) return <ScanDialog {...key} onClose={onClose} onCodes={onCodes} />;
  return (
    <ProofDialog
      title={t('Profile.totp.setupTitle')}
      text={t('Profile.totp.setupText')}
      onClose={onClose}
      send={async (body) => setKey(await call(api.beginTotp, { body }))}
    />
  );
}

function ScanDialog({ uri, secret, onClose, onCodes }: TotpSetupProps & { uri: string; secret: string }) {
  const { t } = useTranslation();
  const { form, busy, failure, submit } = useContractForm({
    schema: api.confirmTotp.body,
    initialValues: { code: '' },
    places: { InvalidCode: 'code' },
    send: async (body) => {
      const answer = await call(api.confirmTotp, { body });
      keepUser(answer.user);
      onCodes(answer.recovery_codes);
    },
  });
  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} title={t('Profile.totp.setupTitle')}>
      <form className={dialog.body} onSubmit={submit} noValidate>
        <p>{t('Profile.totp.scan')}</p>
        <img className={classes.code} src={qrAddress(uri)} alt={t('Profile.totp.qr')} />
        <div className={classes.byHand}>
          <p>{t('Profile.totp.byHand')}</p>
          <div className={classes.secret}>
            <output aria-label={t('Profile.totp.secret')}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</output>
            <CopyButton value={secret} label={t('Profile.totp.copySecret')} />
          </div>
        </div>
        <FormFailure code={failure} />
        <CodeField
          label={t('Profile.totp.code')}
          description={t('Profile.totp.codeHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={12}
          data-autofocus
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('Profile.totp.confirm')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}
