import { IconInfoCircle } from '@tabler/icons-react';
import { PopoverPanel } from '../../../ui/popover-panel.tsx';
import classes from './number-info.module.css';

/** What a number counts, behind a sign beside it. */
export function NumberInfo({ name, text }: { name: string; text: string }) {
  return (
    <PopoverPanel
      label={name}
      name={name}
      look="sign"
      buttonClass={classes.sign}
      button={<IconInfoCircle size={14} stroke={1.6} aria-hidden />}
    >
      {() => <p className={classes.text}>{text}</p>}
    </PopoverPanel>
  );
}
