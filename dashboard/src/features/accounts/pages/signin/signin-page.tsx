import { api } from '@botscope/contract';
import { Button, Checkbox, Flex, PasswordInput } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../../platform/api/api-error.ts';
import { call } from '../../../../platform/api/call.ts';
import { useDemo } from '../../../../platform/session/demo.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { goOn } from '../../../../platform/session/visit.ts';
import { EmailField } from '../../../../ui/contact-fields.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { useContractForm } from '../../../../ui/use-contract-form.ts';
import { useEmailBefore, withEmail } from '../../../../ui/visitor-email.ts';
import { VisitorForm } from '../../../../ui/visitor-form.tsx';
import { InvitationCard } from '../../../access/public/invitation-card.tsx';
import { OtherWays } from '../../sign-in-ways/other-ways.tsx';
import { withWork } from '../../sign-in-ways/with-work.ts';

export function SigninPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const navigate = useNavigate();
  const { fresh, invitation } = useSession();
  const knownEmail = useEmailBefore() ?? invitation?.email ?? '';
  const contract = useContractForm({
    schema: api.login.body,
    initialValues: { identity: knownEmail, password: '', rememberMe: false },
    places: { userNotFound: 'identity', InvalidPassword: 'password' },
    send: async (values) => {
      try {
        await goOn(router, await withWork((work) => call(api.login, { body: { ...values, work } })));
      } catch (error) {
        // Far more often it is the password that is wrong.
        if (codeOf(error) === 'IncorrectUserPass') contract.form.getInputNode('password')?.focus();
        if (codeOf(error) !== 'need_activate') throw error;
        await navigate({
          to: '/activation',
          search: true,
          state: (oldState) => ({ ...oldState, email: values.identity }),
        });
      }
    },
  });
  const { form } = contract;
  const readIdentity = () => form.getValues().identity;
  return (
    <VisitorForm
      title={t('Auth.signin.title')}
      text={t('Auth.signin.text')}
      contract={contract}
      submitText={t('Auth.signin.submit')}
      notice={fresh ? <FreshNotice /> : <InvitationCard instead="signup" />}
      after={<OtherWays purpose="in" remember={() => form.getValues().rememberMe} />}
      below={<Elsewhere fresh={fresh} typed={readIdentity} />}
    >
      <EmailField
        autoComplete="username"
        autoFocus={knownEmail === ''}
        key={form.key('identity')}
        {...form.getInputProps('identity')}
      />
      <PasswordInput
        label={t('Auth.password')}
        autoComplete="current-password"
        autoFocus={knownEmail !== ''}
        visibilityToggleButtonProps={{ 'aria-label': t('General.ShowPassword') }}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <Flex gap={12} wrap="wrap" align="center" justify="space-between">
        <Checkbox
          label={t('Auth.signin.remember')}
          size="sm"
          key={form.key('rememberMe')}
          {...form.getInputProps('rememberMe', { type: 'checkbox' })}
        />
        <TextLink to="/forgot-password" search={true} state={withEmail(readIdentity)}>
          {t('Auth.signin.forgot')}
        </TextLink>
      </Flex>
    </VisitorForm>
  );
}

function FreshNotice() {
  const { t } = useTranslation();
  return (
    <Notice tone="good">
      {t('Auth.signin.fresh')}{' '}
      <TextLink to="/signup" search={true}>
        {t('Auth.signin.freshSubmit')}
      </TextLink>
    </Notice>
  );
}

function Elsewhere({ fresh, typed }: { fresh: boolean; typed(): string }) {
  const { t } = useTranslation();
  const demo = useDemo();
  return (
    <>
      {!fresh && (
        <span>
          {t('Auth.signin.noAccount')}{' '}
          <TextLink to="/signup" search={true} state={withEmail(typed)}>
            {t('Auth.signin.signup')}
          </TextLink>
        </span>
      )}
      {demo.available && (
        <Flex component="span" direction="column" gap={4} align="center">
          <Button variant="default" size="sm" onClick={demo.start}>
            {t('Auth.demo')}
          </Button>
          <span>{t('Auth.demoHint')}</span>
        </Flex>
      )}
    </>
  );
}
