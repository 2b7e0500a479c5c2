import { FormFailure } from '../../../ui/form-failure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { DraftForm } from './use-draft.ts';

/** What was refused and concerns no field, and what the other side said about it in its own words. */
export function DraftFailure({ form: { failure, detail } }: { form: DraftForm }) {
  if (failure !== null) return <FormFailure code={failure} detail={detail} />;
  if (detail === '') return null;
  return (
    <Notice tone="warn">
      <span lang="en">{detail}</span>
    </Notice>
  );
}
