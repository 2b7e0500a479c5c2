import type { RecipientCounts } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import classes from './counts-bar.module.css';

/** Recipients as one bar, in the order in which they become fewer. The numbers stand beside it. */
const parts = ['delivered', 'not_delivered', 'waiting', 'cancelled'] as const;

/** The colour of a count in the bar. */
export const CountMark = ({ part }: { part: string }) => <span className={classes.mark} data-part={part} aria-hidden />;

export function CountsBar({ counts, isThin = false }: { counts: RecipientCounts; isThin?: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const label = parts.map((part) => `${t(`Campaigns.counts.${part}`)}: ${format.number(counts[part])}`).join(', ');
  return (
    <span role="img" aria-label={label} className={classes.bar} data-thin={isThin || undefined}>
      {parts.map((part) => (
        <span key={part} data-part={part} style={{ flexGrow: counts[part] }} />
      ))}
    </span>
  );
}
