import type { BotMembers, Given } from '@botscope/contract';
import { useState } from 'react';
import type { FailureCode } from '../../../../platform/api/api-error.ts';
import { placeErrors } from '../../../../ui/field-errors.ts';
import { keepMembers } from '../../public/members-data.ts';
import { withoutRoleKeys } from './given.ts';

interface GrantErrors {
  email: FailureCode | null;
  form: FailureCode | null;
}

const fine: GrantErrors = { email: null, form: null };

/** Holds the access being granted and sends it; errors appear at the email or above the buttons. */
export function useGrant<Answer extends BotMembers>(
  bot: string,
  options: { first: Given; send(given: Given): Promise<Answer>; onDone(answer: Answer): void },
) {
  const [draft, setDraft] = useState(options.first);
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState(fine);
  const submit = async () => {
    setBusy(true);
    setErrors(fine);
    try {
      const answer = await options.send(withoutRoleKeys(draft));
      keepMembers(bot, answer);
      options.onDone(answer);
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
    given: draft,
    change: (next: Given) => {
      setDraft(next);
      setErrors((before) => ({ ...before, form: null }));
    },
    busy: isBusy,
    errors,
    clearEmail: () => setErrors((before) => ({ ...before, email: null })),
    submit,
  };
}
