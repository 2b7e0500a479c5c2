import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PopoverPanel } from '../../../ui/popover-panel.tsx';
import classes from './number-info.module.css';

/** The name of a number, with what it counts behind a sign beside it. */
export function NumberName({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation();
  const label = t('Campaigns.about', { name });
  return (
    <>
      {name}{' '}
      <PopoverPanel
        label={label}
        name={label}
        look="sign"
        buttonClass={classes.sign}
        button={<IconInfoCircle size={14} stroke={1.6} aria-hidden />}
      >
        {() => <p className={classes.text}>{text}</p>}
      </PopoverPanel>
    </>
  );
}
