import { type Account, api } from '@botscope/contract';
import { Button, Flex, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { call } from '../../../../../platform/api/call.ts';
import { leave } from '../../../../../platform/session/visit.ts';
import dialog from '../../../../../ui/dialog.module.css';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { FormFailure } from '../../../../../ui/form-failure.tsx';
import { Loaded } from '../../../../../ui/loaded.tsx';
import { deletionQuery } from '../../../public/account-data.ts';
import { ProofField } from '../../../public/proof/proof-field.tsx';
import { useProofForm } from '../../../public/proof/use-proof-form.ts';
import { StillWaiting } from './still-waiting.tsx';
import { WhatGoes } from './what-goes.tsx';

/** Lists what is deleted with the account; requires a typed word and a proof. */
export function DeleteDialog({ user, onClose }: { user: Account; onClose(): void }) {
  const { t } = useTranslation();
  const router = useRouter();
  const query = useQuery(deletionQuery);
  const [waitingNames, setWaitingNames] = useState<readonly string[]>([]);
  // Someone who came by Telegram may have no email to type.
  const word = user.email ?? t('Profile.data.word');
  const form = useProofForm({
    extra: { typed: '' },
    rules: {
      typed: z.string().check(z.refine((typed) => typed.trim().toLowerCase() === word.toLowerCase())),
    },
    send: async (_, body) => {
      const { waiting } = await call(api.deleteAccount, { body });
      if (waiting.length > 0) setWaitingNames(waiting);
      else leave(router);
    },
  });
  const { getInputProps, key } = form.form;
  const fieldProps = getInputProps('typed');
  if (waitingNames.length > 0) {
    const finish = () => leave(router);
    return (
      <Dialog onClose={finish} title={t('Profile.data.deleted')}>
        <StillWaiting names={waitingNames} onDone={finish} />
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title={t('Profile.data.dialogTitle')}>
      <Loaded query={query} height={240}>
        {(goes) => (
          <form className={dialog.body} onSubmit={form.submit} noValidate>
            <WhatGoes goes={goes} />
            <FormFailure code={form.failure} />
            <TextInput
              label={t('Profile.data.type', { name: word })}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              key={key('typed')}
              {...fieldProps}
              error={fieldProps.error && t('Profile.data.mismatch')}
            />
            <ProofField proof={form.proof} />
            <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
              <Button variant="default" onClick={onClose}>
                {t('General.Cancel')}
              </Button>
              <Button type="submit" color="red.8" loading={form.busy}>
                {t('Profile.data.submit')}
              </Button>
            </Flex>
          </form>
        )}
      </Loaded>
    </Dialog>
  );
}
