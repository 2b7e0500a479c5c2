import { Checkbox, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './mailing-form.module.css';
import type { MailingPartProps } from './part-props.ts';

const usual = { messages: 1, hours: 24 };
/** Upper limits of the contract. */
const limits = { messages: 50, hours: 720 };

/** Fields for the limit of campaign messages per user. */
export function CapFields({ draft, readOnly }: MailingPartProps) {
  const { t } = useTranslation();
  const { cap } = draft.values;
  return (
    <div className={classes.stack}>
      <Checkbox
        label={t('MailingSettings.cap.on')}
        checked={cap !== null}
        disabled={readOnly}
        onChange={(event) => draft.change({ cap: event.currentTarget.checked ? usual : null })}
      />
      {cap !== null && (
        <div className={classes.row}>
          {(['messages', 'hours'] as const).map((name) => (
            <NumberInput
              key={name}
              label={t(`MailingSettings.cap.${name}`)}
              min={1}
              max={limits[name]}
              allowDecimal={false}
              clampBehavior="strict"
              readOnly={readOnly}
              value={cap[name]}
              onChange={(value) =>
                typeof value === 'number' && value >= 1 && draft.change({ cap: { ...cap, [name]: value } })
              }
            />
          ))}
        </div>
      )}
    </div>
  );
}
