import { api, type Bot, defaultMailingSettings, type MailingSettings } from '@botscope/contract';
import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SaveRow } from '../../../ui/save-row.tsx';
import { Section } from '../../../ui/section.tsx';
import { type Draft, useDraft } from '../../../ui/use-draft.ts';
import { fieldsQuery } from '../../custom-fields/public/fields-data.ts';
import { saveMailingSettings } from '../data/mailing-settings.ts';
import classes from './mailing-form.module.css';

const usual = { messages: 1, hours: 24 };
/** Upper limits of the contract. */
const limits = { messages: 50, hours: 720 };

/** Fields for the limit of campaign messages per user. */
function CapFields({ draft, readOnly }: MailingPartProps) {
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

const usualCommands = { command: '/unsubscribe', return_command: '/subscribe' } as const;

export function MailingForm({ bot, settings }: { bot: Bot; settings: MailingSettings }) {
  const { t } = useTranslation();
  const isNew = settings.button_text === defaultMailingSettings.button_text;
  const draft = useDraft<MailingSettings>({
    // Nobody has chosen a text yet: one in the owner's language.
    saved: isNew && !settings.has_button ? { ...settings, button_text: t('MailingSettings.defaultButton') } : settings,
    schema: api.setMailingSettings.body,
    send: (values) => saveMailingSettings(bot.key, values),
  });
  const readOnly = !may(bot, 'settings.edit');
  return (
    <form {...draft.form}>
      <Section title={t('MailingSettings.unsubscribe.title')}>
        <p>{t('MailingSettings.unsubscribe.text')}</p>
        <UnsubscribeFields bot={bot} draft={draft} readOnly={readOnly} />
      </Section>
      <Section title={t('MailingSettings.cap.title')}>
        <p>{t('MailingSettings.cap.text')}</p>
        <CapFields draft={draft} readOnly={readOnly} />
      </Section>
      <Section title={t('CampaignTiming.field.title')}>
        <p>{t('CampaignTiming.field.text')}</p>
        <TimeZoneField bot={bot} draft={draft} readOnly={readOnly} />
      </Section>
      {!readOnly && <SaveRow draft={draft} />}
    </form>
  );
}

function UnsubscribeFields({ bot, draft, readOnly }: MailingPartProps & { bot: Bot }) {
  const { t } = useTranslation();
  const { values, problems, change } = draft;
  return (
    <div className={classes.stack}>
      <Checkbox
        label={t('MailingSettings.unsubscribe.button')}
        description={t('MailingSettings.unsubscribe.buttonHint')}
        checked={values.has_button}
        disabled={readOnly}
        onChange={(event) => change({ has_button: event.currentTarget.checked })}
      />
      {values.has_button && (
        <>
          {bot.connection_type === 'api' && <Notice>{t('MailingSettings.unsubscribe.buttonPush')}</Notice>}
          <TextInput
            name="button_text"
            label={t('MailingSettings.unsubscribe.buttonText')}
            maxLength={64}
            value={values.button_text}
            error={problems.button_text}
            readOnly={readOnly}
            onChange={(event) => change({ button_text: event.currentTarget.value })}
          />
          <Checkbox
            label={t('MailingSettings.unsubscribe.return')}
            checked={values.offers_return}
            disabled={readOnly}
            onChange={(event) => change({ offers_return: event.currentTarget.checked })}
          />
        </>
      )}
      <CommandField name="command" draft={draft} readOnly={readOnly} />
      <CommandField name="return_command" draft={draft} readOnly={readOnly} />
    </div>
  );
}

/** A command by which users unsubscribe, or want mailings again. */
function CommandField({ name, draft, readOnly }: MailingPartProps & { name: keyof typeof usualCommands }) {
  const { t } = useTranslation();
  const { values, problems, change } = draft;
  const value = values[name];
  return (
    <>
      <Checkbox
        label={t(`MailingSettings.unsubscribe.${name}`)}
        description={t('MailingSettings.unsubscribe.commandHint')}
        checked={value !== null}
        disabled={readOnly}
        onChange={(event) => change({ [name]: event.currentTarget.checked ? usualCommands[name] : null })}
      />
      {value !== null && (
        <TextInput
          name={name}
          label={t('MailingSettings.unsubscribe.commandName')}
          description={t('MailingSettings.unsubscribe.commandNameHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={33}
          value={value}
          error={problems[name]}
          readOnly={readOnly}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** The custom field that has users' time zones. */
function TimeZoneField({ bot, draft, readOnly }: MailingPartProps & { bot: Bot }) {
  const { t } = useTranslation();
  const { time_zone_field: zoneField } = draft.values;
  const fields = useQuery({ ...fieldsQuery(bot.key), enabled: may(bot, 'custom_fields.view') }).data ?? [];
  const options = fields
    .filter(({ type, status }) => (type === 'text' || type === 'choice') && status !== 'archived')
    .map(({ key, name }) => ({ value: key, label: name }));
  // One that is archived now, or whose name may not be seen, stays chosen.
  const isListed = zoneField === null || options.some(({ value }) => value === zoneField);
  return (
    <NativeSelect
      maw={420}
      label={t('CampaignTiming.field.label')}
      description={t('CampaignTiming.field.hint')}
      disabled={readOnly}
      error={draft.problems.time_zone_field}
      value={zoneField ?? ''}
      data={[
        { value: '', label: t('CampaignTiming.field.none') },
        ...(isListed ? [] : [{ value: zoneField, label: zoneField }]),
        ...options,
      ]}
      onChange={({ currentTarget: { value } }) => draft.change({ time_zone_field: value === '' ? null : value })}
    />
  );
}

/** A part of the form of mailing settings. */
interface MailingPartProps {
  draft: Draft<MailingSettings>;
  readOnly: boolean;
}
