import type { Account, ErrorCode, Proof } from '@botscope/contract';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useSession } from '../../../../platform/session/session.ts';
import { useContractForm } from '../../../../ui/use-contract-form.ts';
import { type ProofPart, partOf, proofOf, proofParts } from './proof-part.ts';

interface ProofFormOptions<Extra extends Record<string, string>> {
  /** Fields of the form besides the proof, with what stands in them first. */
  extra: Extra;
  /** Their rules. */
  rules: Record<keyof Extra, z.core.$ZodType>;
  places?: Partial<Record<ErrorCode, Extract<keyof Extra, string> | 'proof'>>;
  /** True where no proof is needed: none is asked for and none is sent. */
  proven?: boolean;
  send(values: Extra, proof: Proof): Promise<void>;
}

const given = z.string().check(z.trim(), z.minLength(1));

/** A form that asks besides its own fields for a proof that it is really the owner: `ProofField` draws that part. */
export function useProofForm<Extra extends Record<string, string>>(options: ProofFormOptions<Extra>) {
  const { user } = useSession();
  const parts = proofParts(user ?? nobody);
  const [chosen, setPart] = useState<ProofPart>();
  const part = options.proven ? 'fresh' : partOf(parts, chosen);
  const contract = useContractForm<Record<string, string>>({
    schema: z.object({ ...options.rules, ...(part !== 'fresh' && { proof: given }) }),
    initialValues: { ...options.extra, proof: '' },
    places: { InvalidPassword: 'proof', InvalidCode: 'proof', ProofNeeded: 'proof', ...options.places },
    send: ({ proof = '', ...values }) => options.send(values as Extra, proofOf(part, proof)),
  });
  const other = parts.find((each) => each !== part);
  const turn = () => {
    if (!other) return;
    setPart(other);
    contract.form.setFieldValue('proof', '');
    contract.form.clearFieldError('proof');
  };
  return { ...contract, proof: { part, other, turn, input: contract.form.getInputProps('proof') } };
}
export type ProofInput = ReturnType<typeof useProofForm>['proof'];

const nobody: Pick<Account, 'has_password' | 'second_factor' | 'email'> = {
  has_password: false,
  second_factor: false,
  email: null,
};
