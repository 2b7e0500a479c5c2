import { lazy, Suspense } from 'react';
import { withTexts } from '../../../platform/i18n/i18n.ts';
import type { EraseFormProps } from '../dialog/erase-form.tsx';

const EraseForm = lazy(
  withTexts(['EraseDialog'], async () => ({ default: (await import('../dialog/erase-form.tsx')).EraseForm })),
);

/** Asks how to erase some users, and begins it. It comes with its texts when it is opened. */
export function EraseDialog(props: EraseFormProps) {
  return (
    <Suspense fallback={null}>
      <EraseForm {...props} />
    </Suspense>
  );
}
