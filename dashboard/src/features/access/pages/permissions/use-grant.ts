import type { BotMembers, Given } from '@botscope/contract';
import { useState } from 'react';
import type { FailureCode } from '../../../../platform/api/api-error.ts';
import { placeErrors } from '../../../../ui/field-errors.ts';
import { keepMembers } from '../../public/members-data.ts';
import { trimmed } from './given.ts';

interface GrantErrors {
  email: FailureCode | null;
  form: FailureCode | null;
}

const fine: GrantErrors = { email: null, form: null };

/** Holds the access being granted and sends it; errors appear at the email or above the buttons. */
export function useGrant<Answer extends BotMembers>(
  bot: string,
  at: { first: Given; send(given: Given): Promise<Answer>; onDone(answer: Answer): void },
) {
  const [given, setGiven] = useState(at.first);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState(fine);
  const submit = async () => {
    setBusy(true);
    setErrors(fine);
    try {
      const answer = await at.send(trimmed(given));
      keepMembers(bot, answer);
      at.onDone(answer);
    } catch (error) {
      const { fields, form } = placeErrors(error, ['email'], {
        EmailRequired: 'email',
        InvalidEmail: 'email',
        CantGrantToOwner: 'email',
      });
      setErrors({ email: fields.email ?? null, form });
    } finally {
      setBusy(false);
    }
  };
  return {
    given,
    change: (next: Given) => {
      setGiven(next);
      setErrors((before) => ({ ...before, form: null }));
    },
    busy,
    errors,
    clearEmail: () => setErrors((before) => ({ ...before, email: null })),
    submit,
  };
}
