import { api } from '@botscope/contract';
import { Anchor } from '@mantine/core';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../../platform/api/api-error.ts';
import { call } from '../../../../platform/api/call.ts';
import { showDone, showError } from '../../../../platform/errors/error-mapping.ts';
import { enter } from '../../../../platform/session/visit.ts';
import { CodeField } from '../../../../ui/contact-fields.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { useContractForm } from '../../../../ui/use-contract-form.ts';
import { VisitorForm } from '../../../../ui/visitor-form.tsx';

/** Ends a sign-in that waits for a code; the page before left the ticket, and the route lets nobody in without one. */
export function SecondFactorPage() {
  const { state } = useLocation();
  // On the way out the next page's state shows for a moment, and it has no ticket.
  const [ticket] = useState(state.ticket ?? '');
  const { t } = useTranslation();
  const router = useRouter();
  const navigate = useNavigate();
  const [recovery, setRecovery] = useState(false);
  const contract = useContractForm({
    schema: api.secondFactor.body,
    initialValues: { ticket, code: '' },
    places: { InvalidCode: 'code' },
    send: async (values) => {
      try {
        const { user } = await call(api.secondFactor, { body: values });
        if (recovery && user) showDone(t('Auth.secondFactor.left', { count: user.recovery_codes }));
      } catch (error) {
        if (codeOf(error) !== 'InvalidTicket') throw error;
        showError(error);
        await navigate({
          to: '/signin',
          search: true,
          replace: true,
          state: (oldState) => ({ ...oldState, ticket: undefined }),
        });
        return;
      }
      await enter(router);
    },
  });
  const { form } = contract;
  const turn = () => {
    setRecovery(!recovery);
    form.reset();
  };
  return (
    <VisitorForm
      title={t('Auth.secondFactor.title')}
      text={t(recovery ? 'Auth.secondFactor.recoveryText' : 'Auth.secondFactor.text')}
      contract={contract}
      submitText={t('Auth.secondFactor.submit')}
      below={
        <>
          <Anchor component="button" type="button" size="sm" fw={500} onClick={turn}>
            {t(recovery ? 'Auth.secondFactor.useApp' : 'Auth.secondFactor.useRecovery')}
          </Anchor>
          <TextLink to="/signin" search={true}>
            {t('Auth.toSignin')}
          </TextLink>
        </>
      }
    >
      {recovery ? (
        <CodeField
          key="recovery"
          label={t('Auth.secondFactor.recoveryCode')}
          autoComplete="off"
          inputMode="text"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          {...form.getInputProps('code')}
        />
      ) : (
        <CodeField key="app" label={t('Auth.secondFactor.code')} autoFocus {...form.getInputProps('code')} />
      )}
    </VisitorForm>
  );
}
