import { type Bot, buildLink } from '@botscope/contract';
import { useCallback, useRef } from 'react';
import { showError } from '../../../platform/errors/error-mapping.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { type BuilderData, keepLink } from '../public/builder-data.ts';
import { HistorySection } from './history-section.tsx';
import { filledIn, toKeep } from './link-draft.ts';
import { LinkSection } from './link-section.tsx';
import classes from './make-link.module.css';
import { PartsSection } from './parts-section.tsx';
import { TemplatesSection } from './templates-section.tsx';
import { useLinkDraft } from './use-link-draft.ts';

/** Parts on one side, the link that they make on the other; below what was made before. */
export function MakeLink({ bot, data }: { bot: Bot; data: BuilderData }) {
  const { username, rules, templates, history } = data;
  const state = useLinkDraft(rules);
  const top = useRef<HTMLDivElement>(null);
  const built = buildLink(username, rules, filledIn(state.draft));
  const mayKeep = may(bot, 'settings.edit');
  /** A link that leaves the page is one that someone will ask about later. */
  const keep = useCallback(() => {
    if (mayKeep) keepLink(bot, toKeep(state.draft, { blanks: false })).catch(showError);
  }, [bot, mayKeep, state.draft]);
  const use: typeof state.put = (link) => {
    state.put(link);
    top.current?.scrollIntoView({ block: 'nearest' });
    top.current?.querySelector<HTMLElement>('input:not([type="radio"])')?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className={classes.builder} ref={top}>
        <PartsSection bot={bot} username={username} rules={rules} state={state} built={built} history={history} />
        <LinkSection username={username} rules={rules} draft={state.draft} built={built} onTaken={keep} />
      </div>
      <div className={classes.kept}>
        <TemplatesSection bot={bot} templates={templates} draft={state.draft} built={built} rules={rules} onUse={use} />
        <HistorySection bot={bot} history={history} onUse={use} />
      </div>
    </>
  );
}
