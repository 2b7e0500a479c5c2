import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** An email address. `autoComplete`: `username` where an account is named, `email` where an address is given. */
export function EmailField(props: TextInputProps) {
  const { t } = useTranslation();
  return <TextInput label={t('Auth.email')} type="email" inputMode="email" autoComplete="email" {...props} />;
}

/** A code of six digits that a mail or an authenticator app brings. */
export function CodeField(props: TextInputProps) {
  const { t } = useTranslation();
  return <TextInput label={t('Auth.code')} autoComplete="one-time-code" inputMode="numeric" {...props} />;
}
