import type { CampaignSending } from '@botscope/contract';
import { browserTimeZone } from '../../../../platform/i18n/format.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { StartSection } from './start-section.tsx';
import type { StepProps } from './step-props.ts';
import { TestSend } from './test-send.tsx';
import { PaceSection } from './timing/pace-section.tsx';
import { WhenSection } from './timing/when-section.tsx';

/** When and how fast it is sent, a test before, and the start. */
export function SendingStep(props: StepProps) {
  const { draft, change } = props;
  const timeZone = useSession().user?.time_zone ?? browserTimeZone();
  const write = (part: Partial<CampaignSending>) => change({ sending: { ...draft.state().values.sending, ...part } });
  return (
    <>
      <WhenSection {...props} timeZone={timeZone} write={write} />
      <PaceSection {...props} timeZone={timeZone} write={write} />
      <TestSend {...props} />
      <StartSection {...props} />
    </>
  );
}
