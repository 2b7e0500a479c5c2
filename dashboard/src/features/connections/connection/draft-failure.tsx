import { FormFailure } from '../../../ui/form-failure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { DraftForm } from './use-draft.ts';

/** Shows an error that concerns no field, and the other side's own words about it. */
export function DraftFailure({ form: { failure, detail } }: { form: DraftForm }) {
  if (failure !== null) return <FormFailure code={failure} detail={detail} />;
  if (detail === '') return null;
  return (
    <Notice tone="warn">
      <span lang="en">{detail}</span>
    </Notice>
  );
}
