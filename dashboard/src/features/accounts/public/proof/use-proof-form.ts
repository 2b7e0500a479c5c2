import type { Account, ErrorCode, Proof } from '@botscope/contract';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useSession } from '../../../../platform/session/session.ts';
import { useContractForm } from '../../../../ui/use-contract-form.ts';
import { type ProofPart, pickPart, proofParts, toProof } from './proof-part.ts';

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

const requiredText = z.string().check(z.trim(), z.minLength(1));

/** A form that asks besides its own fields for a proof that it is really the owner: `ProofField` draws that part. */
export function useProofForm<Extra extends Record<string, string>>(options: ProofFormOptions<Extra>) {
  const { user } = useSession();
  const parts = proofParts(user ?? nobody);
  const [selectedPart, setSelectedPart] = useState<ProofPart>();
  const part = options.proven ? 'fresh' : pickPart(parts, selectedPart);
  const contract = useContractForm<Record<string, string>>({
    schema: z.object({ ...options.rules, ...(part !== 'fresh' && { proof: requiredText }) }),
    initialValues: { ...options.extra, proof: '' },
    places: { InvalidPassword: 'proof', InvalidCode: 'proof', ProofNeeded: 'proof', ...options.places },
    send: ({ proof = '', ...values }) => options.send(values as Extra, toProof(part, proof)),
  });
  const other = parts.find((each) => each !== part);
  const turn = () => {
    if (!other) return;
    setSelectedPart(other);
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
