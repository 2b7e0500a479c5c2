export { describeRules } from '../rules/describe-condition.ts';
export { useRuleWords } from '../rules/use-rule-words.ts';
