import { Button, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface DialogButtonsProps {
  submit: string;
  busy: boolean;
  isDangerous?: boolean;
  isDisabled?: boolean;
  onCancel(): void;
  /** Without it, the button submits the form around it. */
  onSubmit?(): void;
}

/** Cancel, and what the dialog is for. */
export function DialogButtons({ submit, busy, isDangerous, isDisabled, onCancel, onSubmit }: DialogButtonsProps) {
  const { t } = useTranslation();
  return (
    <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
      <Button variant="default" onClick={onCancel}>
        {t('General.Cancel')}
      </Button>
      <Button
        type={onSubmit ? 'button' : 'submit'}
        loading={busy}
        disabled={isDisabled ?? false}
        {...(isDangerous && { color: 'red.8' })}
        {...(onSubmit && { onClick: onSubmit })}
      >
        {submit}
      </Button>
    </Flex>
  );
}
