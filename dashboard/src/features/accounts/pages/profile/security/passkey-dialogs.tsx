import { api, type Passkey } from '@botscope/contract';
import { Button, Flex, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { call } from '../../../../../platform/api/call.ts';
import { showDone } from '../../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../../platform/errors/use-action.ts';
import dialog from '../../../../../ui/dialog.module.css';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { FormFailure } from '../../../../../ui/form-failure.tsx';
import { useContractForm } from '../../../../../ui/use-contract-form.ts';
import { keepPasskeys, keepUser } from '../../../public/account-data.ts';
import { ProofField } from '../../../public/proof/proof-field.tsx';
import { useProofForm } from '../../../public/proof/use-proof-form.ts';

/** A name and a proof; then the browser's own dialog. What it refuses is said in ours. */
export function AddPasskey({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<'cancelled' | 'already' | null>(null);
  const form = useProofForm({
    extra: { name: '' },
    rules: { name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)) },
    send: async ({ name }, proof) => {
      setFailure(null);
      const [{ makePasskey }, { options }] = await Promise.all([
        import('../../../data/passkeys.ts'),
        call(api.passkeyOptions, { body: proof }),
      ]);
      const response = await makePasskey(options);
      if (response === 'cancelled' || response === 'already') return setFailure(response);
      const { user, passkeys } = await call(api.addPasskey, { body: { response, name } });
      keepUser(user);
      keepPasskeys(passkeys);
      showDone(t('Profile.passkeys.added'));
      onClose();
    },
  });
  const { getInputProps, key } = form.form;
  return (
    <Dialog onClose={onClose} title={t('Profile.passkeys.addTitle')}>
      <form className={dialog.body} onSubmit={form.submit} noValidate>
        <p>{t('Profile.passkeys.addText')}</p>
        <FormFailure code={form.failure} />
        {failure && <p role="alert">{t(`Profile.passkeys.${failure}`)}</p>}
        <NameField input={getInputProps('name')} key={key('name')} />
        <ProofField proof={form.proof} />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t('Profile.passkeys.submit')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const { t } = useTranslation();
  const { form, busy, failure, submit } = useContractForm({
    schema: api.renamePasskey.body,
    initialValues: { name: passkey.name },
    send: async (body) => {
      keepPasskeys((await call(api.renamePasskey, { params: { id: passkey.id }, body })).passkeys);
      showDone(t('Profile.passkeys.renamed'));
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={t('Profile.passkeys.renameTitle')}>
      <form className={dialog.body} onSubmit={submit} noValidate>
        <FormFailure code={failure} />
        <NameField input={form.getInputProps('name')} key={form.key('name')} />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('Profile.passkeys.save')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}

export function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const { t } = useTranslation();
  const { busy, run: remove } = useAction(async () => {
    const { user, passkeys } = await call(api.removePasskey, { params: { id: passkey.id } });
    keepUser(user);
    keepPasskeys(passkeys);
    showDone(t('Profile.passkeys.removed'));
    onClose();
  });
  return (
    <Dialog onClose={onClose} title={t('Profile.passkeys.removeTitle', { name: passkey.name })}>
      <div className={dialog.body}>
        <p>{t('Profile.passkeys.removeText')}</p>
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button color="red.8" loading={busy} onClick={remove}>
            {t('Profile.passkeys.remove')}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}

function NameField({ input }: { input: object }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('Profile.passkeys.name')}
      description={t('Profile.passkeys.nameHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      maxLength={80}
      data-autofocus
      {...input}
    />
  );
}
