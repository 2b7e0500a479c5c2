import type { Segment, SegmentRules } from '@botscope/contract';
import { showDone, showError } from '../../../../platform/errors/error-mapping.ts';
import { i18n } from '../../../../platform/i18n/i18n.ts';
import { showUndo } from '../../../../ui/undo-toast.tsx';
import { createSegment, removeSegment, restoreSegment } from '../../data/segments-data.ts';

/** Deletes a segment and offers to take it back. @returns whether it is gone */
export async function removeWithUndo(key: string, { segment_id, name }: Segment): Promise<boolean> {
  try {
    await removeSegment(key, segment_id);
  } catch (error) {
    showError(error);
    return false;
  }
  showUndo({
    id: `segment-removed-${segment_id}`,
    text: i18n.t('Users.segments.removed', { name }),
    label: i18n.t('Users.undo'),
    stays: 15_000,
    onUndo: () =>
      restoreSegment(key, segment_id)
        .then(() => showDone(i18n.t('Users.segments.restored', { name })))
        .catch(showError),
  });
  return true;
}

/** A copy: of a list or a snapshot it holds the users who are in it now. */
export function duplicateSegment(key: string, { segment_id, name, kind, rules, is_hidden }: Segment): Promise<Segment> {
  const members: SegmentRules = { match: 'all', rules: [{ kind: 'segment', segment_id, not: false }] };
  return createSegment(key, {
    // A name may have 100 characters.
    name: i18n.t('Users.segments.copyName', { name }).slice(0, 100),
    kind,
    // Rules that cannot be copied are named.
    ...(kind !== 'list' && { rules: is_hidden ? members : rules }),
    ...(kind !== 'dynamic' && { members: { selection: { rules: JSON.stringify(members) } } }),
  });
}
