import { api, type Bot, defaultMailingSettings, type MailingSettings } from '@botscope/contract';
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SaveRow } from '../../../ui/save-row.tsx';
import { Section } from '../../../ui/section.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { saveMailingSettings } from '../data/mailing-settings.ts';
import { CapFields } from './cap-fields.tsx';
import classes from './mailing-form.module.css';
import type { MailingPartProps } from './part-props.ts';
import { TimeZoneField } from './time-zone-field.tsx';

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
