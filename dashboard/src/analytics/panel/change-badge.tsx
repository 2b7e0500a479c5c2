import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Change, directionOf, formatChange } from '../../charts/prepare/change.ts';
import classes from './panel.module.css';

const arrows = { up: '↑ ', down: '↓ ', level: '' } as const;

/** Change against the earlier period: the arrow says the direction (a sign, to a listener), the colour only whether it is good news. */
export function ChangeBadge({ change }: { change: Change }) {
  const { t, i18n } = useTranslation();
  const text = formatChange(change, i18n.language, t('Reports.points'));
  // A bot's first weeks have nothing before them: saying so beside every number would be all that one reads.
  if (change.kind === 'no_base' || text === null) return null;
  const unsigned = text.replace(/^[+\-−]/, '');
  return (
    <span className={classes.change} data-tone={change.tone}>
      <span aria-hidden>{`${arrows[directionOf(change)]}${unsigned}`}</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
