import { passwordLength } from '@botscope/contract';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A password that is being chosen: says the rule, and can be shown while typing. */
export function NewPasswordField(props: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      description={props.error ? undefined : t('Auth.passwordHint', { count: passwordLength.min })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('General.ShowPassword') }}
      {...props}
    />
  );
}
