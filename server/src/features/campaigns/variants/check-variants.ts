import { type CampaignProblem, type CampaignVariants, computeShares } from '@botscope/contract';

/** Lists what keeps a campaign with variants from being started, besides the messages themselves. */
export function variantsProblems(
  variants: CampaignVariants,
  { targets }: { targets: ReadonlySet<number> },
): CampaignProblem[] {
  const { languages, others, test } = variants;
  const problems: CampaignProblem[] = [];
  const add = (field: string): void => void problems.push({ code: 'InvalidField', field: `variants.${field}` });
  if ((computeShares(variants)[0] ?? 0) < 1) add('shares');
  for (const { languages: codes } of [{ languages }, ...others]) {
    if (new Set(codes.map(({ code }) => code)).size < codes.length) add('languages');
  }
  if (test !== null && others.length === 0) add('test');
  if (test?.winner.by === 'target' && !targets.has(test.winner.target_id)) add('test.winner');
  return problems;
}
