import type { Account, Passkey, Proof } from '@botscope/contract';
import type { AccountAudit, Caller } from './caller.ts';
import type { Ceremony, Passkeys } from './passkeys.ts';
import type { Prove } from './proof.ts';
import type { SecondFactor } from './second-factor.ts';

type WithProof<Answer> = (account: Account, proof: Proof, caller: Caller) => Promise<Answer>;

/** The second factor and the passkeys of a signed-in account; changes are in the audit log, and mailed. */
export interface Keyring {
  /** @throws what `Prove` throws */
  beginTotp: WithProof<{ uri: string; secret: string }>;
  /** @throws InvalidCode, TooManyRequests */
  confirmTotp(account: Account, code: string, caller: Caller): Promise<{ account: Account; codes: string[] }>;
  endTotp: WithProof<Account>;
  newRecoveryCodes: WithProof<{ account: Account; codes: string[] }>;
  passkeys(accountKey: string): Promise<Passkey[]>;
  beginPasskey: WithProof<Ceremony>;
  addPasskey(account: Account, question: { response: Ceremony; name: string }, caller: Caller): Promise<Account>;
  renamePasskey(accountKey: string, id: string, name: string): Promise<void>;
  /** @throws NotFound, password_not_set (it is the only way in) */
  removePasskey(account: Account, id: string, caller: Caller): Promise<Account>;
}

export function createKeyring({
  secondFactor,
  passkeys,
  prove,
  audit,
  fresh,
}: {
  secondFactor: SecondFactor;
  passkeys: Passkeys;
  prove: Prove;
  audit: AccountAudit;
  /** The account as it is now. */
  fresh: (accountKey: string) => Promise<Account>;
}): Keyring {
  return {
    async beginTotp(account, proof, caller) {
      await prove(account.key, proof, caller);
      return secondFactor.begin(account);
    },
    async confirmTotp(account, code, caller) {
      const codes = await secondFactor.confirm(account, code, caller);
      await audit(account, caller, 'totp_on');
      return { account: await fresh(account.key), codes };
    },
    async endTotp(account, proof, caller) {
      await prove(account.key, proof, caller);
      await secondFactor.end(account.key);
      await audit(account, caller, 'totp_off');
      return fresh(account.key);
    },
    async newRecoveryCodes(account, proof, caller) {
      await prove(account.key, proof, caller);
      const codes = await secondFactor.newRecoveryCodes(account.key);
      await audit(account, caller, 'recovery_codes_made');
      return { account: await fresh(account.key), codes };
    },
    passkeys: passkeys.list,
    async beginPasskey(account, proof, caller) {
      await prove(account.key, proof, caller);
      return passkeys.begin(account);
    },
    async addPasskey(account, { response, name }, caller) {
      await passkeys.add(account.key, response, name);
      await audit(account, caller, 'passkey_added', { name });
      return fresh(account.key);
    },
    renamePasskey: passkeys.rename,
    async removePasskey(account, id, caller) {
      await passkeys.remove(account.key, id);
      await audit(account, caller, 'passkey_removed');
      return fresh(account.key);
    },
  };
}
