import type { Integration, IntegrationDraft, ProviderId } from '@botscope/contract';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../platform/api/api-error.ts';
import { problemText } from '../../../ui/field-errors.ts';
import { type FormError, toFormError } from '../../../ui/form-error.ts';
import { checkConnection, checkSelection, hasField, type Problems, toFormField } from './check-values.ts';
import { buildDraft, type FormValues } from './form-values.ts';

type Part = 'connect' | 'choose';

export interface IntegrationForm {
  provider: ProviderId;
  /** The integration that is edited; null for a new one. */
  saved: Integration | null;
  values: FormValues;
  /** Texts of what is wrong, by field; those of the provider's fields as `fields.<key>`. */
  problems: Readonly<Record<string, string>>;
  /** Holds the fields: the first wrong one gets the focus. */
  box: RefObject<HTMLDivElement | null>;
  change(part: Partial<FormValues>): void;
  changeField(key: string, value: string | boolean): void;
  reset(values: FormValues): void;
  draft(): IntegrationDraft;
  /** Marks what is wrong in these parts. @returns the first field with a problem, or null */
  check(...parts: Part[]): string | null;
  /** Marks the fields that an error names. @returns the first of them, or null where it names none */
  placeError(error: unknown): string | null;
}

interface Options {
  provider: ProviderId;
  saved: Integration | null;
  initial: () => FormValues;
  onChange?(values: FormValues): void;
}

/** The form of an integration, new or saved. */
export function useIntegrationForm({ provider, saved, initial, onChange }: Options): IntegrationForm {
  const { t } = useTranslation();
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState<IntegrationForm['problems']>({});
  const box = useRef<HTMLDivElement>(null);

  const update = (next: FormValues, fields: readonly string[]): void => {
    setValues(next);
    setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => !fields.includes(field))));
    onChange?.(next);
  };
  const mark = (found: Problems): string | null => {
    const described = Object.entries(found).map(([field, problem]) => [field, problemText(t, problem)]);
    // At once: after an answer of the server a busy browser may paint before React has marked the field.
    flushSync(() => setProblems(Object.fromEntries(described)));
    // The error text appears with the next paint; focusing after it lets a screen reader read it.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return Object.keys(found)[0] ?? null;
  };

  return {
    ...{ provider, saved, values, problems, box },
    change: (part) => update({ ...values, ...part }, Object.keys(part)),
    changeField: (key, value) => update({ ...values, fields: { ...values.fields, [key]: value } }, [`fields.${key}`]),
    reset(next) {
      setValues(next);
      setProblems({});
    },
    draft: () => buildDraft(provider, values),
    check: (...parts) =>
      mark({
        ...(parts.includes('connect') && checkConnection(provider, values, saved)),
        ...(parts.includes('choose') && checkSelection(provider, values)),
      }),
    placeError(error) {
      const items = error instanceof ApiError ? error.items : [];
      const placed = items.flatMap(({ field, code }) => {
        const formField = toFormField(field ?? '');
        return hasField(provider, formField) ? [[formField, { code }] as const] : [];
      });
      return placed.length === 0 ? null : mark(Object.fromEntries(placed));
    },
  };
}

interface FormAction {
  busy: boolean;
  /** What the server refused without naming a field. */
  failure: FormError | null;
  run(act: (draft: IntegrationDraft) => Promise<unknown>): Promise<void>;
}

/** A call with the draft, once nothing is wrong with it. `onProblem` gets the first field with an error. */
export function useFormAction(form: IntegrationForm, onProblem?: (field: string) => void): FormAction {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<FormError | null>(null);
  return {
    ...{ busy, failure },
    async run(act) {
      setFailure(null);
      const broken = form.check('connect', 'choose');
      if (broken !== null) return onProblem?.(broken);
      setBusy(true);
      try {
        await act(form.draft());
      } catch (error) {
        const field = form.placeError(error);
        if (field === null) setFailure(toFormError(error));
        else onProblem?.(field);
      } finally {
        setBusy(false);
      }
    },
  };
}
