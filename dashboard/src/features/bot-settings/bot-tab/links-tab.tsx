import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { type Bot, type BotSettings, type StartRules, sourceDeterminations } from '@botscope/contract';
import { TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showDone, showError } from '../../../platform/errors/error-mapping.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { OptionCards } from '../../../ui/option-cards.tsx';
import { SaveRow } from '../../../ui/save-row.tsx';
import { Section } from '../../../ui/section.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { checkRules } from '../launch-links/check-rules.ts';
import classes from '../launch-links/launch-links.module.css';
import { RulesPreview } from '../launch-links/rules-preview.tsx';
import { saveSettings, settingsQuery } from '../public/settings-data.ts';

const types = ['auto', 'all', 'only', 'except'] as const;

/** The start-payload rules, with what they make of links before they are saved. */
function RulesSection({ bot, rules }: { bot: Bot; rules: StartRules }) {
  const { t } = useTranslation();
  const readOnly = !may(bot, 'settings.edit');
  const check = (values: StartRules): Partial<Record<keyof StartRules, string>> =>
    Object.fromEntries(
      Object.entries(checkRules(values)).map(([field, key]) => [field, t(`BotSettings.rules.${key}`)]),
    );
  const draft = useDraft<StartRules>({
    saved: rules,
    schema: null,
    check,
    send: (start_rules) => saveSettings(bot.key, { start_rules }),
  });
  const { values, change } = draft;
  // Judged while it is typed, but for an empty list of names: the preview below waits for what is wrong.
  const { params: _empty, ...ruleProblems } = check(values);
  const problems = { ...draft.problems, ...(draft.state === 'dirty' && ruleProblems) };
  const splits = values.type !== 'auto';
  const text = (field: 'paramSeparator' | 'valueSeparator' | 'sourceParam') => ({
    name: field,
    label: t(`BotSettings.rules.${field}`),
    value: values[field],
    error: problems[field],
    readOnly,
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
  });
  return (
    <Section title={t('BotSettings.rules.title')}>
      <p>{t('BotSettings.rules.text')}</p>
      <form {...draft.form} className={classes.form}>
        <OptionCards
          label={t('BotSettings.rules.type')}
          name="type"
          value={values.type}
          disabled={readOnly}
          options={types.map((value) => ({
            value,
            label: t(`BotSettings.rules.types.${value}`),
            text: t(`BotSettings.rules.types.${value}Text`),
          }))}
          onChange={(type) => change({ type })}
        />
        {(values.type === 'only' || values.type === 'except') && (
          <TagsInput
            name="params"
            label={t('BotSettings.rules.params')}
            description={t('BotSettings.rules.paramsHint')}
            value={values.params}
            error={problems.params}
            maxTags={50}
            splitChars={[',', ' ']}
            acceptValueOnBlur
            readOnly={readOnly}
            onChange={(params) => change({ params })}
          />
        )}
        {splits && (
          <div className={classes.separators}>
            <TextInput {...text('paramSeparator')} classNames={{ input: classes.sign }} />
            <TextInput {...text('valueSeparator')} classNames={{ input: classes.sign }} />
            <TextInput {...text('sourceParam')} description={t('BotSettings.rules.sourceParamHint')} />
          </div>
        )}
        {!readOnly && <SaveRow draft={draft} />}
      </form>
      <RulesPreview bot={bot} rules={values} />
    </Section>
  );
}

/** Settings of sources: how links are parsed, and which of several launches counts. */
export function LinksTab({ bot }: { bot: Bot }) {
  const query = useQuery(settingsQuery(bot.key));
  return (
    <Loaded query={query} height={420}>
      {(settings) => (
        <>
          <RulesSection bot={bot} rules={settings.start_rules} />
          <SourceSection bot={bot} chosen={settings.source_determination} />
        </>
      )}
    </Loaded>
  );
}

/** Choice of the launch that gives a user their source; saved when it is chosen. */
function SourceSection({ bot, chosen }: { bot: Bot; chosen: BotSettings['source_determination'] }) {
  const { t } = useTranslation();
  const choose = async (source_determination: typeof chosen) => {
    try {
      await saveSettings(bot.key, { source_determination });
      showDone(t('General.Form.saved'));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Section title={t('BotSettings.determination.title')}>
      <OptionCards
        label={t('BotSettings.determination.text')}
        name="source_determination"
        value={chosen}
        disabled={!may(bot, 'settings.edit')}
        options={sourceDeterminations.map((value) => ({
          value,
          label: t(`BotSettings.determination.${value}`),
          text: t(`BotSettings.determination.${value}Text`),
        }))}
        onChange={choose}
      />
    </Section>
  );
}
