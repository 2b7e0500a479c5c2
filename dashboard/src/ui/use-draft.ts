import type { ErrorCode } from '@botscope/contract';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { fieldProblems, placeErrors, problemText } from './field-errors.ts';
import { type FormError, toFormError } from './form-error.ts';
import { useUnsaved } from './unsaved.ts';

interface DraftOptions<Values extends object> {
  /** For `ifSaved`, where a choice outside of the form would throw its edits away. */
  name?: string;
  /** Values that the server has. */
  saved: Values;
  /** The rules of the endpoint that takes the values; null where `check` knows them all. */
  schema: z.core.$ZodType | null | undefined;
  /** Rules that no schema knows: texts by field. */
  check?(values: Values): Partial<Record<keyof Values, string>>;
  /** Sends the values; afterwards `saved` must hold them. @throws ApiError */
  send(values: Values): Promise<void>;
  /** Codes that belong to a field although the server names none. */
  places?: Partial<Record<ErrorCode, Extract<keyof Values, string>>>;
}

export interface Draft<Values extends object> {
  values: Values;
  /** Texts of what is wrong, by field. */
  problems: Partial<Record<keyof Values, string>>;
  failure: FormError | null;
  state: 'idle' | 'dirty' | 'busy' | 'saved';
  change(part: Partial<Values>): void;
  discard(): void;
  /** For the form; its first wrong field gets the focus when it is refused. */
  form: { ref: React.RefObject<HTMLFormElement | null>; onSubmit(event: FormEvent): void; noValidate: true };
}

/** Settings that are edited and then saved together. What was typed stays when the server refuses it. */
export function useDraft<Values extends object>(options: DraftOptions<Values>): Draft<Values> {
  const { t } = useTranslation();
  const [edits, setEdits] = useState<Partial<Values>>({});
  const [problems, setProblems] = useState<Draft<Values>['problems']>({});
  const [failure, setFailure] = useState<FormError | null>(null);
  const [phase, setPhase] = useState<'idle' | 'busy' | 'saved'>('idle');
  const form = useRef<HTMLFormElement>(null);
  const values = { ...options.saved, ...edits };
  const dirty = JSON.stringify(values) !== JSON.stringify(options.saved);
  useUnsaved(dirty, options.name);

  const refuse = (newProblems: Draft<Values>['problems']): void => {
    // At once: after an answer of the server a busy browser may paint before React has marked the field.
    flushSync(() => setProblems(newProblems));
    // The error text appears with the next paint; focusing after it lets a screen reader read it.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const broken = { ...wrongFields(values), ...options.check?.(values) };
    setFailure(null);
    if (Object.keys(broken).length > 0) return refuse(broken);
    setProblems({});
    setPhase('busy');
    try {
      await options.send(values);
      setEdits({});
      setPhase('saved');
    } catch (error) {
      const placed = placeErrors<Extract<keyof Values, string>>(error, listFields(values), options.places);
      refuse(toProblemTexts(placed.fields));
      setFailure(placed.form === null ? null : toFormError(error, placed.form));
      setPhase('idle');
    }
  };
  const wrongFields = (draftValues: Values): Draft<Values>['problems'] =>
    Object.fromEntries(
      Object.entries(
        options.schema ? fieldProblems(options.schema, Object.fromEntries(Object.entries(draftValues))) : {},
      ).map(([field, problem]) => [field, problemText(t, problem)]),
    ) as Draft<Values>['problems'];
  const toProblemTexts = (codes: Partial<Record<string, ErrorCode>>): Draft<Values>['problems'] =>
    Object.fromEntries(
      Object.entries(codes).flatMap(([field, code]) => (code ? [[field, problemText(t, { code })]] : [])),
    ) as Draft<Values>['problems'];

  return {
    values,
    problems,
    failure,
    state: phase === 'busy' ? 'busy' : dirty ? 'dirty' : phase,
    change: (part) => {
      setEdits({ ...edits, ...part });
      setProblems(
        Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in part))) as typeof problems,
      );
      setFailure(null);
      setPhase('idle');
    },
    discard: () => {
      setEdits({});
      setProblems({});
      setFailure(null);
      setPhase('idle');
    },
    form: { ref: form, onSubmit: submit, noValidate: true },
  };
}

const listFields = <Values extends object>(values: Values) => Object.keys(values) as Extract<keyof Values, string>[];
