import {
  type Bot,
  everyone,
  formatRules,
  type Segment,
  type SegmentGroup,
  type SegmentKind,
  type SegmentRules,
} from '@botscope/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { SaveRow } from '../../../../ui/save-row.tsx';
import { Section } from '../../../../ui/section.tsx';
import { useDraft } from '../../../../ui/use-draft.ts';
import { createSegment, listSegmentKinds, updateSegment } from '../../data/segments-data.ts';
import { HiddenRules } from '../../public/rules-field.tsx';
import { withoutEmptyGroups } from '../../rules/edit-rules.ts';
import rules from '../../rules/rules.module.css';
import { RulesBuilder } from '../../rules/rules-builder.tsx';
import { SelectionPreview } from '../../rules/selection-preview.tsx';
import classes from './segments.module.css';

interface Values {
  name: string;
  kind: SegmentKind;
  rules: SegmentGroup;
}

/** Name, kind and rules. A new list or snapshot begins with the users that the rules select now. */
export function SegmentForm({ bot, segment }: { bot: Bot; segment: Segment | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const readOnly = !may(bot, 'tasker.list.save') || segment?.may_change === false;
  const savedValues: Values = {
    name: segment?.name ?? '',
    kind: segment?.kind ?? 'dynamic',
    rules: segment?.rules ?? everyone,
  };
  const draft = useDraft<Values>({
    saved: savedValues,
    schema: null,
    check: ({ name }) => (name.trim() === '' ? { name: t('General.ErrorsText.RequiredFields') } : {}),
    async send(values) {
      const segmentRules = withoutEmptyGroups(values.rules) as SegmentRules;
      const name = values.name.trim();
      if (segment) {
        await updateSegment(bot.key, segment.segment_id, {
          name,
          ...(segment.kind === 'dynamic' && !segment.is_hidden && { rules: segmentRules }),
        });
        return;
      }
      const newSegment = await createSegment(bot.key, {
        name,
        kind: values.kind,
        ...(values.kind !== 'list' && { rules: segmentRules }),
        // An empty list is filled on its page; without rules a list would begin with all users.
        ...(values.kind !== 'dynamic' &&
          (values.kind === 'snapshot' || segmentRules.rules.length > 0) && {
            members: { selection: { rules: formatRules(segmentRules) } },
          }),
      });
      await navigate({
        to: '/segments/$segmentId',
        params: { segmentId: String(newSegment.segment_id) },
        ignoreBlocker: true,
      });
    },
  });
  const { values, problems, change, form } = draft;
  const hasRules = segment === null || segment.kind === 'dynamic' || values.rules.rules.length > 0;
  const mayEditRules = !readOnly && (segment === null || segment.kind === 'dynamic');
  return (
    <Section title={t(segment?.kind === 'snapshot' ? 'Users.segments.madeOf' : 'Users.segments.rules')}>
      <form {...form} className={classes.form}>
        <TextInput
          name="name"
          maw={480}
          label={t('Users.segments.name')}
          value={values.name}
          maxLength={100}
          readOnly={readOnly}
          error={problems.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        {segment === null && (
          <NativeSelect
            name="kind"
            maw={480}
            label={t('Users.segments.kind')}
            description={t(`Users.segments.kindHints.${values.kind}`)}
            inputWrapperOrder={['label', 'input', 'description']}
            value={values.kind}
            data={listSegmentKinds(bot).map((kind) => ({ value: kind, label: t(`Users.segments.kinds.${kind}`) }))}
            onChange={({ currentTarget: { value } }) =>
              change({ kind: listSegmentKinds(bot).find((kind) => kind === value) ?? 'dynamic' })
            }
          />
        )}
        {segment?.is_hidden && <HiddenRules />}
        {hasRules && !segment?.is_hidden && (
          <div className={rules.split}>
            <RulesBuilder
              bot={bot}
              rules={values.rules}
              ownId={segment?.segment_id}
              readOnly={!mayEditRules}
              onChange={(next) => change({ rules: next })}
            />
            {(segment === null || segment.kind === 'dynamic') && (
              <SelectionPreview
                bot={bot}
                selection={{ rules: formatRules(withoutEmptyGroups(values.rules) as SegmentRules) }}
              />
            )}
          </div>
        )}
        {!readOnly && <SaveRow draft={draft} />}
      </form>
    </Section>
  );
}
