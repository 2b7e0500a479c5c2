import type { ErrorCode } from '@botscope/contract';
import { useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import type { FailureCode } from '../platform/api/api-error.ts';
import { fieldProblems, placeErrors, problemText } from './field-errors.ts';

export interface ContractForm<Values extends Record<string, string | boolean>> {
  /** The endpoint's body. */
  schema: z.core.$ZodType | undefined;
  initialValues: Values;
  /** Sends the values; what it throws is shown under the fields or above the form. */
  send(values: Values): Promise<void>;
  /** Codes that belong to a field although the server names none. */
  places?: Partial<Record<ErrorCode, Extract<keyof Values, string>>>;
}

/** A form that checks its values by the contract's schema, so that page and server cannot disagree. */
export function useContractForm<Values extends Record<string, string | boolean>>(options: ContractForm<Values>) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<FailureCode | null>(null);
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: options.initialValues,
    validate: (values) =>
      Object.fromEntries(
        Object.entries(options.schema ? fieldProblems(options.schema, values) : {}).map(([field, problem]) => [
          field,
          problemText(t, problem),
        ]),
      ),
  });
  const focus = (fields: string[]) => {
    const first = Object.keys(options.initialValues).find((field) => fields.includes(field));
    // The error text appears with the next paint; focusing after it lets a screen reader read it.
    if (first) requestAnimationFrame(() => form.getInputNode(first)?.focus());
  };
  const submit = form.onSubmit(
    async (values) => {
      setBusy(true);
      setFailure(null);
      try {
        await options.send(values);
      } catch (error) {
        const placed = placeErrors(error, Object.keys(options.initialValues), options.places);
        // A field that is only shown because of its error must be there before it can take the focus.
        flushSync(() => {
          for (const [field, code] of Object.entries(placed.fields)) {
            if (code) form.setFieldError(field, problemText(t, { code }));
          }
        });
        focus(Object.keys(placed.fields));
        setFailure(placed.form);
      } finally {
        setBusy(false);
      }
    },
    (problems) => focus(Object.keys(problems)),
  );
  return { form, busy: isBusy, failure, submit: submit as (event: FormEvent<HTMLFormElement>) => void };
}
