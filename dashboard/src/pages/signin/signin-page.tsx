import { api } from '@botscope/contract';
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useDemo } from '../../shell/demo.ts';
import { useSession } from '../../shell/session.ts';
import { enter } from '../../shell/visit.ts';
import fields from '../../ui/form.module.css';
import { FormFailure } from '../../ui/form-failure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { VisitorCard } from '../../ui/visitor-card.tsx';
import classes from '../../ui/visitor-card.module.css';

export function SigninPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const navigate = useNavigate();
  const { fresh } = useSession();
  const demo = useDemo();
  const { form, busy, failure, submit } = useContractForm({
    schema: api.login.body ?? never,
    initialValues: { identity: '', password: '', rememberMe: false },
    places: { userNotFound: 'identity', InvalidPassword: 'password' },
    send: async (values) => {
      try {
        await call(api.login, { body: values });
      } catch (error) {
        if (codeOf(error) !== 'need_activate') throw error;
        await navigate({ to: '/activation', search: true, state: { email: values.identity } });
        return;
      }
      await enter(router);
    },
  });
  return null;
}
