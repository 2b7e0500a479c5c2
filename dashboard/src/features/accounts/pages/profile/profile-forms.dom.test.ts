import { type Account, api } from '@botscope/contract';
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { address, expectError, expectFocus, findDialog, type Site, startSite } from '../../../../app/site.fixture.ts';
import { refuse } from '../../../../platform/api/fake-server.fixture.ts';
import { buildAccount } from '../../../../platform/session/session.fixture.ts';

const password = 'long enough';

/** A dashboard of an account; the server confirms proofs with the right password alone. */
function startProfile(part: Partial<Account> = {}): { site: Site; keep(changes: Partial<Account>): { user: Account } } {
  const site = startSite({ user: buildAccount(part), mail: 'log' });
  site.answer(api.listSessions, () => ({ sessions: [] }));
  site.answer(api.listPasskeys, () => ({ passkeys: [] }));
  return {
    site,
    keep(changes) {
      const user = { ...(site.init.user ?? buildAccount()), ...changes };
      site.init = { ...site.init, user };
      return { user };
    },
  };
}

test('a time zone and both currencies are saved as they are chosen', async () => {
  const { site, keep } = startProfile({ locale: 'ru' });
  site.answer(api.setTimeZone, ({ query }) => keep(query));
  site.answer(api.setReportCurrency, ({ query }) => keep(query));
  site.answer(api.setCurrency, ({ query }) => keep(query));
  await site.open('/profile?lang=ru');
  for (const [label, search, option] of [
    ['Часовой пояс', 'Tokyo', /Tokyo/],
    ['Валюта отчётов', 'EUR', /^EUR/],
    ['Валюта оплаты', 'USD', /^USD/],
  ] as const) {
    const box = await screen.findByRole('combobox', { name: label });
    await site.user.click(box);
    await site.user.clear(box);
    await site.user.paste(search);
    const list = await waitFor(() => within(document.getElementById(box.getAttribute('aria-controls')!)!));
    await site.user.click((await list.findAllByRole('option', { name: option }))[0]!);
    await expect.poll(() => (box as HTMLInputElement).value).toMatch(option);
  }
  expect((await screen.findAllByText('Сохранено')).length).toBeGreaterThan(0);
  expect(site.init.user).toMatchObject({ time_zone: 'Asia/Tokyo', report_currency: 'EUR', currency: 'USD' });
});

test('the sections of the profile are links that the keyboard follows', async () => {
  const { site } = startProfile();
  await site.open('/profile?tab=security');
  await screen.findByRole('heading', { name: 'Two-step sign-in' });
  const section = (name: string) =>
    within(screen.getByRole('navigation', { name: 'Sections of the profile' })).getByRole('link', { name });
  expect(section('Security').getAttribute('aria-current')).toBe('page');
  section('My data').focus();
  await site.user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Delete account' });
  expect(address()).toContain('tab=data');
  await site.user.click(section('General'));
  await screen.findByRole('combobox', { name: 'Time zone' });
  expect(address()).not.toContain('tab=');
});

test('a new email needs an address, the right password and the code that was sent to it', async () => {
  const { site, keep } = startProfile({ locale: 'ru' });
  site.answer(api.setEmail, ({ query, body }) =>
    body?.password === password ? { email: query.email, delivery: 'log' as const } : refuse('InvalidPassword'),
  );
  site.answer(api.emailCode, ({ query }) =>
    query.code === '123456' ? keep({ email: 'next@example.com' }) : refuse('InvalidCode'),
  );
  await site.open('/profile?tab=sign-in&lang=ru');
  await site.press('Сменить почту');
  const email = await screen.findByLabelText('Новая почта');
  await expectFocus(email);
  await site.press('Отправить код');
  await expectError(email, 'Заполните это поле');
  await site.fill('Новая почта', 'next@example.com');
  const proof = await site.fill('Ваш пароль', 'not it');
  await site.press('Отправить код');
  await expectError(proof, 'Неверный пароль');
  await site.fill('Ваш пароль', password);
  await site.press('Отправить код');

  const code = await screen.findByLabelText('Код из письма');
  await expectFocus(code);
  expect(screen.getByText(/next@example\.com/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Отправить ещё раз через \d+ с$/ })).toHaveProperty('disabled', true);
  await site.fill('Код из письма', '000000');
  await site.press('Подтвердить почту');
  await expectError(code, 'Код неверен или устарел');
  await site.fill('Код из письма', '123456');
  await site.press('Подтвердить почту');
  await expectFocus(await screen.findByRole('button', { name: 'Сменить почту' }));
  within(screen.getByRole('region', { name: 'Почта' })).getByText('next@example.com');
});

test('the link of a mail brings the code of a new email, which leaves the address when it is confirmed', async () => {
  const { site, keep } = startProfile();
  site.answer(api.emailCode, () => keep({ email: 'linked@example.com' }));
  await site.open('/profile?email_code=123456');
  expect(await screen.findByLabelText('Code from the email')).toHaveProperty('value', '123456');
  await site.press('Confirm email');
  await within(screen.getByRole('region', { name: 'Email' })).findByText('linked@example.com');
  await expect.poll(address).not.toContain('email_code');
});

test('a new password is judged while it is typed; a common one and a wrong current one are explained', async () => {
  const { site, keep } = startProfile();
  site.answer(api.setPassword, ({ body }) => {
    if (body.new_password === 'password123') return refuse('WeakPassword', 'new_password');
    return body.current_password === password ? keep({}) : refuse('InvalidPassword');
  });
  await site.open('/profile?tab=sign-in');
  await site.press('Change password');
  const current = await screen.findByLabelText('Current password');
  await expectFocus(current);
  await site.fill('Current password', password);
  const next = await site.fill('New password', 'password123');
  await screen.findByText('Easy to guess');
  await site.press('Save password');
  await expectError(next, 'This password is too common. Choose another');
  await expectFocus(next);

  await site.fill('Current password', 'not the password');
  await site.fill('New password', 'four brown horses swim north');
  await screen.findByText('Strong');
  await site.press('Save password');
  await expectError(current, 'Invalid password');
  await site.fill('Current password', password);
  await site.press('Save password');
  await screen.findByText('Password saved');
  await expectFocus(await screen.findByRole('button', { name: 'Change password' }));
});

test('an account without a password sets an email first, then a password with a mailed code', async () => {
  const { site, keep } = startProfile({ email: null, has_password: false, tid: 7, telegram_name: 'Vera' });
  site.answer(api.setEmail, ({ query, body }) => {
    expect(body).toEqual({});
    return { email: query.email, delivery: 'log' as const };
  });
  site.answer(api.emailCode, () => keep({ email: 'vera@example.com' }));
  site.answer(api.sendProofCode, () => ({ delivery: 'log' as const }));
  site.answer(api.setPassword, ({ body }) => {
    expect(body).toEqual({ new_password: password, email_code: '654321' });
    return keep({ has_password: true });
  });
  await site.open('/profile');
  await site.user.click(await screen.findByRole('link', { name: 'Add email' }));
  await site.press('Add email');
  await site.fill('New email', 'vera@example.com');
  await site.press('Send the code');
  await site.fill('Code from the email', '123456');
  await site.press('Confirm email');
  await screen.findByRole('button', { name: 'Change email' });

  await site.press('Set password');
  await site.press('Send a code to vera@example.com');
  await expectFocus(await screen.findByLabelText('Code from the email'));
  await site.fill('Code from the email', '654321');
  await site.fill('New password', password);
  await site.press('Save password');
  await screen.findByRole('button', { name: 'Change password' });
});

test('the account is deleted only with its email typed and the right password', async () => {
  const { site } = startProfile();
  site.answer(api.accountDeletion, () => ({
    bots: [{ key: '0123456789abc', bot_name: 'shop_bot', members: 2 }],
    granted: 0,
  }));
  site.answer(api.deleteAccount, ({ body }) =>
    body.password === password ? { waiting: ['shop_bot'] } : refuse('InvalidPassword'),
  );
  await site.open('/profile?tab=data');
  await site.press('Delete my account…');
  await screen.findByText('shop_bot');
  const email = await site.fill('To confirm, type ann@example.com', 'something else');
  const proof = await site.fill('Your password', 'not it');
  await site.press('Delete permanently');
  await expectError(email, 'The text doesn’t match');
  expect(site.requests).not.toContain('POST /user/profile/delete-account');
  await site.fill('To confirm, type ann@example.com', 'Ann@Example.com');
  await site.press('Delete permanently');
  await expectError(proof, 'Invalid password');
  await site.fill('Your password', password);
  await site.press('Delete permanently');
  // Telegram did not answer for this bot: the dialog says so before it lets go.
  await screen.findByText('Your account has been deleted');
  expect((await findDialog()).getByText('shop_bot')).toBeTruthy();
});

test('an account whose bots are all gone leads to the sign-in at once', async () => {
  const { site } = startProfile();
  site.answer(api.accountDeletion, () => ({ bots: [], granted: 0 }));
  site.answer(api.deleteAccount, () => ({ waiting: [] }));
  // The next page is loaded from the server: nothing of the account stays in memory.
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
  onTestFinished(() => assign.mockRestore());
  await site.open('/profile?tab=data');
  await site.press('Delete my account…');
  await site.fill('To confirm, type ann@example.com', 'ann@example.com');
  await site.fill('Your password', password);
  await site.press('Delete permanently');
  await expect.poll(() => assign.mock.calls).toEqual([[expect.stringMatching(/^\/signin/)]]);
});

test('two-step sign-in asks for the password and a first code, and shows ten recovery codes once', async () => {
  const { site, keep } = startProfile({ locale: 'ru' });
  const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd-ef0${index}`);
  const checkProof = (body: { password?: string | undefined }) => body.password === password;
  site.answer(api.beginTotp, ({ body }) =>
    checkProof(body)
      ? { uri: 'otpauth://totp/Botscope?secret=ABCDEFGH', secret: 'ABCDEFGH' }
      : refuse('InvalidPassword'),
  );
  site.answer(api.confirmTotp, ({ body }) =>
    body.code === '123456'
      ? { ...keep({ second_factor: true, recovery_codes: 10 }), recovery_codes: recoveryCodes }
      : refuse('InvalidCode'),
  );
  site.answer(api.endTotp, ({ body }) =>
    checkProof(body) ? keep({ second_factor: false, recovery_codes: 0 }) : refuse('InvalidPassword'),
  );
  await site.open('/profile?tab=security&lang=ru');
  await site.press('Включить');
  const proof = await screen.findByLabelText('Ваш пароль');
  await expectFocus(proof);
  await site.fill('Ваш пароль', 'not it');
  await site.press('Продолжить');
  await expectError(proof, 'Неверный пароль');
  await site.fill('Ваш пароль', password);
  await site.press('Продолжить');

  expect((await screen.findByLabelText('Ключ для приложения')).textContent).toBe('ABCD EFGH');
  const code = screen.getByLabelText('Код из приложения');
  await expectFocus(code);
  await site.fill('Код из приложения', '000000');
  await site.press('Подтвердить');
  await expectError(code, 'Код неверен или устарел');
  await site.fill('Код из приложения', '123456');
  await site.press('Подтвердить');
  const list = await screen.findByRole('list', { name: 'Коды восстановления' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(recoveryCodes);
  await site.user.keyboard('{Escape}');
  expect(screen.queryByRole('list', { name: 'Коды восстановления' })).not.toBeNull();
  await site.press('Сохранено, закрыть');
  await screen.findByText('Осталось 10 неиспользованных кодов восстановления.');

  await site.press('Выключить');
  await site.fill('Ваш пароль', password);
  await site.user.click((await findDialog()).getByRole('button', { name: 'Выключить' }));
  await screen.findByRole('button', { name: 'Включить' });
});

test('where the browser has no passkeys the profile says so, and offers none', async () => {
  const { site } = startProfile();
  await site.open('/profile?tab=security');
  await screen.findByText(/^This browser does not support passkeys here/);
  expect(screen.queryByRole('button', { name: 'Add passkey' })).toBeNull();
});

test('a session is ended from the list; all of them end after a question', async () => {
  const { site } = startProfile();
  const session = { address: '127.0.0.1', created_at: '2026-01-01T10:00:00Z', last_seen_at: '2026-01-02T10:00:00Z' };
  const here = { ...session, id: 'here', device: 'Chrome, Linux', is_current: true };
  const other = { ...session, id: 'other', device: 'Firefox, Linux', is_current: false };
  site.answer(api.listSessions, () => ({ sessions: [other, here] }));
  site.answer(api.endSession, ({ params }) => {
    expect(params.id).toBe('other');
    return { sessions: [here] };
  });
  site.answer(api.signOutEverywhere, ({ body }) => {
    expect(body).toEqual({ here: false });
    return { sessions: [here] };
  });
  await site.open('/profile?tab=security');
  const end = await screen.findByRole('button', { name: 'Sign out: Firefox, Linux' });
  const section = within(screen.getByRole('region', { name: 'Where you are signed in' }));
  expect(section.getAllByRole('listitem')[0]?.textContent).toContain('This device');
  await site.user.click(end);
  await screen.findByText('Device signed out');
  expect(section.getAllByRole('listitem')).toHaveLength(1);
  await site.press('Sign out everywhere');
  await site.user.click((await findDialog()).getByRole('button', { name: 'Sign out everywhere' }));
  await screen.findByText('All other devices are signed out');
});
