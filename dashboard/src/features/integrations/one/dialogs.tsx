import type { Integration } from '@botscope/contract';
import { useChangeSearch, useIntegrationSearch } from '../data/integration-search.ts';
import { dialogs } from './parts.ts';
import { BackfillDialog, ReplayDialog } from './past-dialogs.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { ResumeDialog } from './resume-dialog.tsx';
import { RetryDialog } from './retry-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** The dialog that the address opens over the page. */
export function IntegrationDialogs({ integration }: { integration: Integration }) {
  const search = useIntegrationSearch();
  const change = useChangeSearch();
  const dialog = dialogs.find((each) => each === search.dialog);
  const props = { integration, onClose: () => change({ dialog: '' }) };
  if (dialog === 'resume') return <ResumeDialog {...props} />;
  if (dialog === 'replay') return <ReplayDialog {...props} />;
  if (dialog === 'backfill') return <BackfillDialog {...props} />;
  if (dialog === 'secret') return <SecretDialog {...props} />;
  if (dialog === 'remove') return <RemoveDialog {...props} />;
  if (dialog === 'retry-failed') return <RetryDialog {...props} state="failed" />;
  if (dialog === 'retry-unknown') return <RetryDialog {...props} state="unknown" />;
  return null;
}
