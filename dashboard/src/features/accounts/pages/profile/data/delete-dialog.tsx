import { type Account, api, type OutputOf } from '@botscope/contract';
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
import classes from './delete-dialog.module.css';

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

/** The account is gone; these bots get their webhooks back once Telegram answers. */
function StillWaiting({ names, onDone }: { names: readonly string[]; onDone(): void }) {
  const { t } = useTranslation();
  return (
    <div className={dialog.body} role="status">
      <p>{t('Profile.data.waiting', { count: names.length })}</p>
      <ul className={classes.bots}>
        {names.map((name) => (
          <li key={name}>
            <strong>{name}</strong>
          </li>
        ))}
      </ul>
      <p>{t('Profile.data.waitingText')}</p>
      <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
        <Button onClick={onDone} data-autofocus>
          {t('Profile.data.toSignIn')}
        </Button>
      </Flex>
    </div>
  );
}

/** Lists what is deleted with the account: its bots, with the members who lose them, and its access to other bots. */
function WhatGoes({ goes }: { goes: OutputOf<typeof api.accountDeletion.data> }) {
  const { t } = useTranslation();
  const { bots, granted } = goes;
  return (
    <>
      {bots.length === 0 ? (
        <p>{t('Profile.data.noBots')}</p>
      ) : (
        <div>
          <p>{t('Profile.data.bots', { count: bots.length })}</p>
          <ul className={classes.bots}>
            {bots.map(({ key, bot_name, members }) => (
              <li key={key}>
                <strong>{bot_name}</strong>
                {members > 0 && <> – {t('Profile.data.members', { count: members })}</>}
              </li>
            ))}
          </ul>
          <p>{t('Profile.data.transferFirst')}</p>
        </div>
      )}
      {bots.length > 0 && <p>{t('Profile.data.later')}</p>}
      {granted > 0 && <p>{t('Profile.data.granted', { count: granted })}</p>}
    </>
  );
}
