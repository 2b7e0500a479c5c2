import { MessageStep } from '../message-step.tsx';
import type { StepProps } from '../step-props.ts';
import { ComparisonSection } from './comparison-section.tsx';
import { useVersion } from './use-version.ts';
import { VersionTabs } from './version-tabs.tsx';

/** The message, version by version, and how they are compared. */
export function VersionsStep(props: StepProps) {
  const [version, open] = useVersion(props.state.values);
  return (
    <>
      <VersionTabs {...props} version={version} open={open} />
      <MessageStep key={`${version.variant} ${version.language}`} {...props} version={version} />
      {props.state.values.variants.others.length > 0 && <ComparisonSection {...props} />}
    </>
  );
}
