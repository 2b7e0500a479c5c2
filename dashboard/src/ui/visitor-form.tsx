import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import type { FailureCode } from '../platform/api/api-error.ts';
import fields from './form.module.css';
import { FormFailure } from './form-failure.tsx';
import { VisitorCard } from './visitor-card.tsx';

interface VisitorFormProps {
  title: string;
  text: ReactNode;
  /** From `useContractForm`. */
  contract: { busy: boolean; failure: FailureCode | null; submit(event: FormEvent<HTMLFormElement>): void };
  /** Text of the one button. */
  submitText: string;
  /** Above the fields: what is worth knowing first. */
  notice?: ReactNode;
  /** The fields. */
  children: ReactNode;
  /** Inside the card, after the button. */
  after?: ReactNode;
  /** Under the card: where else to go. */
  below?: ReactNode;
}

/** The frame of every page for visitors: a card with one form, what was refused above its fields, one button below them. */
export function VisitorForm({ contract, submitText, notice, children, after, ...card }: VisitorFormProps) {
  return (
    <VisitorCard title={card.title} text={card.text} below={card.below}>
      <form className={fields.fields} onSubmit={contract.submit} noValidate>
        {notice}
        <FormFailure code={contract.failure} />
        {children}
        <Button type="submit" size="md" loading={contract.busy} fullWidth>
          {submitText}
        </Button>
      </form>
      {after}
    </VisitorCard>
  );
}
