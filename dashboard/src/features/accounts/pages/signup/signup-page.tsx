import { api } from '@botscope/contract';
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/api/call.ts';
import { browserTimeZone } from '../../../../platform/i18n/format.ts';
import { useLanguage } from '../../../../platform/session/language.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { EmailField } from '../../../../ui/contact-fields.tsx';
import { NewPasswordField } from '../../../../ui/password-field.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { useContractForm } from '../../../../ui/use-contract-form.ts';
import { useEmailBefore, withEmail } from '../../../../ui/visitor-email.ts';
import { VisitorForm } from '../../../../ui/visitor-form.tsx';
import { InvitationCard } from '../../../access/public/invitation-card.tsx';
import { OtherWays } from '../../sign-in-ways/other-ways.tsx';
import { withWork } from '../../sign-in-ways/with-work.ts';

export function SignupPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const { invitation } = useSession();
  const knownEmail = useEmailBefore() ?? invitation?.email ?? '';
  const zone = browserTimeZone();
  const contract = useContractForm({
    schema: api.signup.body,
    initialValues: { email: knownEmail, password: '' },
    places: { EmailAddressAlready: 'email', EmailAlready: 'email', InvalidEmail: 'email' },
    send: async (values) => {
      const body = { ...values, lang: language, time_zone: zone };
      const { email } = await withWork((work) => call(api.signup, { body: { ...body, work } }));
      await navigate({ to: '/activation', search: true, state: (oldState) => ({ ...oldState, email }) });
    },
  });
  const { form } = contract;
  return (
    <VisitorForm
      title={t('Auth.signup.title')}
      text={t('Auth.signup.text')}
      contract={contract}
      submitText={t('Auth.signup.submit')}
      notice={<InvitationCard instead="signin" />}
      after={
        <>
          <OtherWays purpose="up" remember={() => false} />
          <Text mt={16} c="dimmed" fz="xs" lh="18px">
            {t('Auth.signup.zone', { zone: zone.replaceAll('_', ' ') })}
          </Text>
        </>
      }
      below={
        <span>
          {t('Auth.signup.haveAccount')}{' '}
          <TextLink to="/signin" search={true} state={withEmail(() => form.getValues().email)}>
            {t('Auth.signin.submit')}
          </TextLink>
        </span>
      }
    >
      <EmailField autoFocus={knownEmail === ''} key={form.key('email')} {...form.getInputProps('email')} />
      <NewPasswordField
        label={t('Auth.password')}
        autoFocus={knownEmail !== ''}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </VisitorForm>
  );
}
