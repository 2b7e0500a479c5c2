import { api } from '@botscope/contract';
import type { Http } from '../../platform/http/http.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import { signedIn } from '../access/access.ts';
import type { Accounts } from './accounts.ts';
import { callerOf, requireKey, setCookies } from './request-caller.ts';

/** Routes by which an account changes its settings, email, password, second factor, passkeys and sessions. */
export function registerProfile<Bot>(
  http: Http<Bot>,
  { accounts, mailer: { delivery } }: { accounts: Accounts; mailer: Pick<Mailer, 'delivery'> },
): void {
  const { profile, keyring, sessions } = accounts;

  http.on(api.setLang, async ({ account, query, raw }) => {
    return { user: await profile.setLang(requireKey(account), query.lang, callerOf(raw)) };
  });
  http.on(api.setTimeZone, async ({ account, query, raw }) => {
    return { user: await profile.setTimeZone(requireKey(account), query.time_zone, callerOf(raw)) };
  });
  http.on(api.setCurrency, async ({ account, query, raw }) => {
    return { user: await profile.setCurrency(requireKey(account), query.currency, callerOf(raw)) };
  });
  http.on(api.setReportCurrency, async ({ account, query, raw }) => {
    return { user: await profile.setReportCurrency(requireKey(account), query.report_currency, callerOf(raw)) };
  });

  http.on(api.sendProofCode, async ({ account }) => {
    await profile.sendProofCode(requireKey(account));
    return { delivery };
  });
  http.on(api.setEmail, async ({ account, query, body, raw }) => {
    await profile.setEmail(requireKey(account), query.email, body ?? {}, callerOf(raw));
    return { email: query.email, delivery };
  });
  http.on(api.emailCode, async ({ account, query, raw }) => {
    return { user: await profile.confirmEmail(requireKey(account), query.code, callerOf(raw)) };
  });
  http.on(api.setPassword, async ({ account, body, raw }) => {
    const { current_password: current, new_password: next, code, email_code } = body;
    const question = { current, next, proof: { code, email_code } };
    return { user: await profile.setPassword(requireKey(account), question, callerOf(raw)) };
  });

  http.on(api.beginTotp, ({ account, body, raw }) => keyring.beginTotp(signedIn(account), body, callerOf(raw)));
  http.on(api.confirmTotp, async ({ account, body, raw }) => {
    const result = await keyring.confirmTotp(signedIn(account), body.code, callerOf(raw));
    return { user: result.account, recovery_codes: result.codes };
  });
  http.on(api.endTotp, async ({ account, body, raw }) => {
    return { user: await keyring.endTotp(signedIn(account), body, callerOf(raw)) };
  });
  http.on(api.newRecoveryCodes, async ({ account, body, raw }) => {
    const result = await keyring.newRecoveryCodes(signedIn(account), body, callerOf(raw));
    return { user: result.account, recovery_codes: result.codes };
  });

  http.on(api.listPasskeys, async ({ account }) => ({ passkeys: await keyring.passkeys(requireKey(account)) }));
  http.on(api.passkeyOptions, async ({ account, body, raw }) => {
    return { options: await keyring.beginPasskey(signedIn(account), body, callerOf(raw)) };
  });
  http.on(api.addPasskey, async ({ account, body, raw }) => {
    const user = await keyring.addPasskey(signedIn(account), body, callerOf(raw));
    return { user, passkeys: await keyring.passkeys(user.key) };
  });
  http.on(api.renamePasskey, async ({ account, params, body }) => {
    await keyring.renamePasskey(requireKey(account), params.id, body.name);
    return { passkeys: await keyring.passkeys(requireKey(account)) };
  });
  http.on(api.removePasskey, async ({ account, params, raw }) => {
    const user = await keyring.removePasskey(signedIn(account), params.id, callerOf(raw));
    return { user, passkeys: await keyring.passkeys(user.key) };
  });

  http.on(api.listSessions, async ({ account, raw }) => ({
    sessions: await sessions.list(requireKey(account), raw.headers),
  }));
  http.on(api.endSession, async ({ account, params, raw }) => {
    await accounts.endSession(signedIn(account), params.id, callerOf(raw));
    return { sessions: await sessions.list(requireKey(account), raw.headers) };
  });
  http.on(api.signOutEverywhere, async ({ account, body, raw, reply }) => {
    const cookies = await accounts.signOutEverywhere(signedIn(account), body.here, callerOf(raw));
    setCookies(reply, cookies);
    return { sessions: body.here ? [] : await sessions.list(requireKey(account), raw.headers) };
  });
}
