import { type Bot, type Given, permissionsOf } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FailureCode } from '../../../../platform/api/api-error.ts';
import { FormFailure } from '../../../../ui/form-failure.tsx';
import { GivenFields } from './given-fields.tsx';
import classes from './permissions.module.css';

interface GrantFormProps {
  bot: Bot;
  grant: {
    given: Given;
    change(given: Given): void;
    busy: boolean;
    errors: { form: FailureCode | null };
    submit(): Promise<void>;
  };
  submitText: string;
  onCancel(): void;
  /** Above the role: who it is for, and how. */
  children?: ReactNode;
}

/** Role, further rights and single reports, with what each way of giving asks besides. */
export function GrantForm({ bot, grant, submitText, onCancel, children }: GrantFormProps) {
  const { t } = useTranslation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void grant.submit();
  };
  return (
    <Flex component="form" direction="column" gap={20} onSubmit={submit} noValidate>
      {children}
      <GivenFields given={grant.given} permissions={permissionsOf(bot)} onChange={grant.change} />
      <FormFailure code={grant.errors.form} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {t('General.Cancel')}
        </Button>
        <Button type="submit" loading={grant.busy}>
          {submitText}
        </Button>
      </div>
    </Flex>
  );
}
