import { api, type Bot, permissionsOf } from '@botscope/contract';
import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/api/call.ts';
import { failureText, showDone } from '../../../../platform/errors/error-mapping.ts';
import { nothingGiven, rolesToGive } from './given.ts';
import { GrantDrawer } from './grant-drawer.tsx';
import { GrantForm } from './grant-form.tsx';
import { useGrant } from './use-grant.ts';

/** By email: the person gets a mail with a link that only this address can use. */
export function AddPerson({ bot, onClose }: { bot: Bot; onClose(): void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const email = () => input.current?.value.trim() ?? '';
  const grant = useGrant(bot.key, {
    first: { ...nothingGiven, role: rolesToGive(permissionsOf(bot))[0] ?? null },
    send: (draft) => call(api.grantAccess, { params: { key: bot.key }, body: { ...draft, email: email() } }),
    onDone: () => {
      showDone(t('Permissions.form.invited', { email: email() }));
      onClose();
    },
  });
  const { email: emailFailure } = grant.errors;
  useEffect(() => {
    // The button is far below it.
    if (emailFailure !== null) input.current?.focus();
  }, [emailFailure]);
  return (
    <GrantDrawer title={t('Permissions.form.addTitle')} onClose={onClose}>
      <GrantForm bot={bot} grant={grant} submitText={t('Permissions.form.sendMail')} onCancel={onClose}>
        <TextInput
          ref={input}
          type="email"
          label={t('Permissions.form.email')}
          description={t('Permissions.form.emailHint')}
          autoComplete="off"
          data-autofocus
          error={emailFailure && failureText(emailFailure)}
          onChange={grant.clearEmail}
        />
      </GrantForm>
    </GrantDrawer>
  );
}
