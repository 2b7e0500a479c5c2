import { type Region, regions, type TokenCheck } from '@botscope/contract';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/notice.tsx';
import { Choices } from './choices.tsx';
import type { Feed } from './draft.ts';
import classes from './fields.module.css';
import { Flow } from './flow.tsx';
import { TokenField } from './token-field.tsx';
import type { DraftForm } from './use-draft.ts';
import { WebhookFields } from './webhook-fields.tsx';

/** Services on which bots are built without code and which set the webhook themselves. */
const platforms = [
  'BotHelp',
  'Botmother',
  'Chatfuel',
  'Chatwoot',
  'Leadteh',
  'ManyChat',
  'n8n',
  'PuzzleBot',
  'Salebot',
  'SendPulse',
  'Typebot',
];

/** Whether what the bot sends is recorded, through the same API root. */
function CallsField({ form }: { form: DraftForm }) {
  const { t } = useTranslation();
  const { draft } = form;
  return (
    <Checkbox
      name="proxy"
      label={t('Connection.calls.label')}
      description={t(draft.feed === 'polling' ? 'Connection.calls.polling' : 'Connection.calls.webhook')}
      checked={draft.proxy}
      onChange={(event) => form.change({ proxy: event.currentTarget.checked })}
    />
  );
}

/** Settings that hardly any owner has to change. */
function AdvancedFields({ form }: { form: DraftForm }) {
  const { t } = useTranslation();
  return (
    <details className={classes.advanced} open={form.draft.region !== 'global' || undefined}>
      <summary>{t('Connection.advanced')}</summary>
      <NativeSelect
        label={t('Connection.region.label')}
        description={t('Connection.region.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="region"
        data={regions.map((value) => ({ value, label: t(`Connection.region.${value}`) }))}
        value={form.draft.region}
        onChange={(event) => form.change({ region: event.currentTarget.value as Region })}
      />
    </details>
  );
}

/** Whether the bot is the owner's own program or lives on a platform: those set their webhook in their own way. */
function PlatformField({ form }: { form: DraftForm }) {
  const { t } = useTranslation();
  const other = t('Connection.platform.other');
  // Platforms set webhooks, and leave no place for an API root.
  const choose = (platform: string) =>
    form.change(platform === '' ? { platform } : { platform, feed: 'forward', proxy: false });
  const isListed = form.draft.platform === '' || platforms.includes(form.draft.platform);
  return (
    <NativeSelect
      label={t('Connection.platform.label')}
      name="platform"
      data={[{ value: '', label: t('Connection.platform.own') }, ...platforms, { value: 'other', label: other }]}
      value={isListed ? form.draft.platform : 'other'}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

export interface ConnectionFieldsProps {
  form: DraftForm;
  botName: string;
  /** The server has the token already. */
  hasToken: boolean;
  hasSecret: boolean;
  /** Null = there is no bot yet. */
  botKey: string | null;
  /** Ask about outgoing calls, too; on the page of the bot they have a section of their own. */
  withCalls: boolean;
}

/** Fields for connecting by token or by hand. By token, the rest appears once Telegram has identified the bot. */
export function ConnectionFields(props: ConnectionFieldsProps) {
  const { form, botName, botKey, hasToken, hasSecret, withCalls } = props;
  const { t } = useTranslation();
  const { draft, check, replaces } = form;
  const auto = draft.connection_type === 'auto';
  const needsToken = auto && !hasToken;
  const applyCheck = (next: TokenCheck | null) => {
    form.setCheck(next);
    if (next?.webhook) form.change({ feed: 'forward', webhook: next.webhook });
    else if (next) form.change(proposalWithout(draft.webhook));
  };
  // An existing webhook means that a program reads the updates: only counting them would cut that bot off.
  const feeds: readonly Feed[] = auto && !check?.webhook ? ['forward', 'polling', 'collect'] : ['forward', 'polling'];
  const onPlatform = draft.connection_type === 'manual' && draft.platform !== '';
  return (
    <div className={classes.fields}>
      {needsToken && <TokenField form={form} botName={botName} check={check} onCheck={applyCheck} />}
      {(!needsToken || check) && (
        <>
          {!auto && <PlatformField form={form} />}
          {!onPlatform && (
            <Choices
              legend={t('Connection.feed.label')}
              value={draft.feed}
              choices={feeds.map((value) => ({
                value,
                name: t(`Connection.feed.${value}`),
                text: t(`Connection.feed.${value}Text`),
              }))}
              onChoose={(feed) => form.change({ feed, proxy: feed === 'polling' })}
            />
          )}
          {draft.feed === 'forward' && <WebhookFields form={form} botKey={botKey} hasSecret={hasSecret} />}
          <Flow connection_type={draft.connection_type} feed={draft.feed} webhook={draft.webhook} />
          {replaces && <Notice tone="warn">{t('Connection.over.text')}</Notice>}
          {check?.webhook && draft.feed === 'polling' && <Notice>{t('Connection.over.polling')}</Notice>}
          {withCalls && !onPlatform && draft.feed !== 'collect' && <CallsField form={form} />}
          <AdvancedFields form={form} />
        </>
      )}
    </div>
  );
}

/** A bot without a webhook most likely polls, unless an address was typed before. */
const proposalWithout = (webhook: string) =>
  webhook === '' ? ({ feed: 'polling', proxy: true } as const) : ({ feed: 'forward' } as const);
