import { detailedErrors, type ErrorCode, errors, type TokenCheck } from '@botscope/contract';
import { type RefObject, useRef, useState } from 'react';
import { ApiError, type FailureCode } from '../../../platform/api/api-error.ts';
import { placeErrors } from '../../../ui/field-errors.ts';
import { type Draft, draftFields, errorPlaces, findProblems, replacesWebhook } from './draft.ts';

export interface DraftForm {
  draft: Draft;
  errors: Partial<Record<keyof Draft, ErrorCode>>;
  /** Error that concerns no field. */
  failure: FailureCode | null;
  /** Telegram's own words about the error; '' if there are none. */
  detail: string;
  busy: boolean;
  /** Telegram's answer about the typed token; null before it has come. */
  check: TokenCheck | null;
  setCheck(check: TokenCheck | null): void;
  /** True where a webhook stands at Telegram, and submitting replaces it: the button says so. */
  replaces: boolean;
  change(changes: Partial<Draft>): void;
  /** Shows what a call was refused for. */
  refuse(error: unknown): void;
  /** Runs before the draft is sent, for example to ask Telegram whose token it is: the other fields depend on that. */
  first: RefObject<(() => void) | null>;
  /** Sends the draft unless the page sees for itself that something is missing. Resolves to whether it was accepted. */
  submit(): Promise<boolean>;
}

export interface DraftOptions {
  initial: Draft;
  /** False where the server has the token already. */
  needsToken: boolean;
  send(draft: Draft): Promise<void>;
  onChange?(draft: Draft): void;
}

/** A draft with what the server says about it, field by field. */
export function useDraft({ initial, needsToken, send, onChange }: DraftOptions): DraftForm {
  const [draft, setDraft] = useState(initial);
  // Answers come later than the render that asked: they change the draft of their own moment.
  const latest = useRef(initial);
  const [fieldErrors, setFieldErrors] = useState<DraftForm['errors']>({});
  const [failure, setFailure] = useState<FailureCode | null>(null);
  const [detail, setDetail] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [check, setCheck] = useState<TokenCheck | null>(null);
  const replaces = replacesWebhook(draft, check, fieldErrors.over_platform !== undefined);
  const first = useRef<(() => void) | null>(null);
  const clear = (fields: readonly string[]) =>
    setFieldErrors((oldErrors) =>
      Object.fromEntries(Object.entries(oldErrors).filter(([field]) => !fields.includes(field))),
    );
  const focusFirst = (fields: DraftForm['errors']) => {
    const firstField = draftFields.find((field) => fields[field]);
    // After the next paint the error text is there, and a screen reader reads it with the field.
    if (firstField) requestAnimationFrame(() => document.querySelector<HTMLElement>(`[name="${firstField}"]`)?.focus());
  };
  const refuse = (error: unknown) => {
    const placed = placeErrors(error, draftFields, errorPlaces);
    // The owner need not change the address: they can choose "despite errors" if they know the cause.
    if (placed.fields.webhook === 'WebhookTestFailed') {
      placed.fields = { ...placed.fields, webhook: undefined, riskOk: 'WebhookTestFailed' };
    }
    setFieldErrors((oldErrors) => ({ ...oldErrors, ...placed.fields }));
    setFailure(placed.form);
    setDetail(findDetail(error));
    focusFirst(placed.fields);
  };
  return {
    draft,
    errors: fieldErrors,
    failure,
    detail,
    busy: isBusy,
    check,
    setCheck,
    replaces,
    change(changes) {
      latest.current = { ...latest.current, ...changes };
      setDraft(latest.current);
      onChange?.(latest.current);
      clear(Object.keys(changes));
      setFailure(null);
      setDetail('');
    },
    refuse,
    first,
    async submit() {
      const { token, ...otherProblems } = findProblems(latest.current, needsToken);
      if (first.current && !token) {
        first.current();
        return false;
      }
      latest.current = { ...latest.current, over_platform: replaces };
      // Without a token the other fields are not on the page yet, so their problems are not shown.
      const problems = token ? { token } : otherProblems;
      setFieldErrors(problems);
      setFailure(null);
      setDetail('');
      if (Object.keys(problems).length > 0) {
        focusFirst(problems);
        return false;
      }
      setBusy(true);
      try {
        await send(latest.current);
        return true;
      } catch (error) {
        refuse(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

/** Telegram's own description, where the answer has one besides our sentence. */
function findDetail(error: unknown): string {
  if (!(error instanceof ApiError)) return '';
  const item = error.items.find(({ code, message }) =>
    detailedErrors.some((each) => each === code && message !== errors[each][1]),
  );
  return item?.message ?? '';
}
