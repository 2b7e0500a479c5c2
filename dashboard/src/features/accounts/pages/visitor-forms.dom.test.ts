import { api } from '@botscope/contract';
import { screen } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { address, expectError, expectFocus, startSite } from '../../../app/site.fixture.ts';
import { refuse } from '../../../platform/api/fake-server.fixture.ts';
import { buildAccount } from '../../../platform/session/session.fixture.ts';

const incorrect = 'Such an email and password combination was not found';
const invalidCode = 'The code is invalid or has expired';
const mailLog = 'No mail server is set up. Find the code in the server log or in the data/outbox folder.';

test('empty fields and a wrong password are explained; the typed address goes along to the pages beside', async () => {
  const site = startSite();
  site.answer(api.login, () => refuse('IncorrectUserPass'));
  await site.open('/signin');
  const email = () => screen.getByLabelText('Email');
  const password = () => screen.getByLabelText('Password');
  await site.press('Sign in');
  await expectError(email(), 'Required');
  await expectError(password(), 'Required');
  expect(site.requests).not.toContain('POST /user/sign-in/login');

  await site.fill('Email', 'ann@example.com');
  await site.user.click(screen.getByRole('link', { name: 'Forgot password?' }));
  await screen.findByRole('heading', { level: 1, name: 'Forgot your password?' });
  expect(email()).toHaveProperty('value', 'ann@example.com');
  await site.user.click(screen.getByRole('link', { name: 'Back to sign in' }));
  await expectFocus(await screen.findByLabelText('Password'));
  expect(email()).toHaveProperty('value', 'ann@example.com');

  await site.user.type(password(), 'not it{Enter}');
  expect((await screen.findByText(incorrect)).closest('[role="alert"]')).not.toBeNull();
  await expectFocus(password());
  await site.user.click(screen.getByRole('link', { name: 'Sign up' }));
  await screen.findByRole('heading', { level: 1, name: 'Create an account' });
  expect(email()).toHaveProperty('value', 'ann@example.com');
});

test('a sign-in goes on to the page that was asked for, with its language', async () => {
  const site = startSite();
  const account = buildAccount({ locale: 'ru' });
  site.answer(api.login, ({ body }) => {
    expect(body).toEqual({ identity: 'ann@example.com', password: 'long enough', rememberMe: true });
    site.init = { ...site.init, user: account };
    return { user: account, second_factor: null };
  });
  await site.open('/profile?tab=data&lang=ru');
  expect(address()).toMatch(/^\/signin\?.*lang=ru/);
  await site.fill('Почта', 'ann@example.com');
  await site.fill('Пароль', 'long enough');
  await site.user.click(screen.getByRole('checkbox'));
  await site.press('Войти');
  await screen.findByRole('heading', { level: 1, name: 'Профиль' });
  expect(address()).toMatch(/^\/profile\?(?=.*tab=data)(?=.*lang=ru)/);
});

test('a sign-up names the fields that are wrong, and sends the language and the time zone', async () => {
  const site = startSite({ mail: 'log' });
  site.answer(api.signup, ({ body }) => {
    expect(body).toMatchObject({ email: 'ann@example.com', lang: 'en', time_zone: expect.stringMatching(/./) });
    return { email: body.email, delivery: 'log' as const };
  });
  await site.open('/signup');
  expect(screen.getByText(/^Reports will use the time zone \S+/)).toBeTruthy();
  await site.press('Create account');
  const email = screen.getByLabelText('Email');
  const password = screen.getByLabelText('Password');
  await expectError(email, 'Required');
  await expectError(password, 'Required');
  await expectFocus(email);

  await site.fill('Email', 'not an address');
  await site.fill('Password', 'short');
  await site.press('Create account');
  await expectError(email, 'Enter a valid email address');
  await expectError(password, 'At least 8 characters');

  await site.fill('Email', 'ann@example.com');
  await site.fill('Password', 'long enough');
  await site.press('Create account');
  await screen.findByRole('heading', { level: 1, name: 'Confirm your email' });
  expect(screen.getByText('Enter the code we sent to ann@example.com.')).toBeTruthy();
  expect(screen.getByText(mailLog)).toBeTruthy();
});

test('a sign-in before the activation leads to the code, which may be wrong', async () => {
  const site = startSite();
  site.answer(api.login, () => refuse('need_activate'));
  site.answer(api.activation, ({ body }) => {
    expect(body).toEqual({ code: '00000', email: 'ann@example.com' });
    return refuse('InvalidCode');
  });
  await site.open('/signin');
  await site.fill('Email', 'ann@example.com');
  await site.fill('Password', 'long enough');
  await site.press('Sign in');
  await screen.findByRole('heading', { level: 1, name: 'Confirm your email' });
  expect(screen.getByRole('button', { name: /^Send again in \d+ s$/ })).toHaveProperty('disabled', true);
  const code = await site.fill('Code from the email', '00000');
  await site.press('Confirm');
  await expectError(code, invalidCode);
  await expectFocus(code);
});

test('the link of a mail asks for the password alone; one that is too old asks for a code', async () => {
  const site = startSite();
  let isGood = false;
  site.answer(api.resetPassword, ({ body }) => {
    expect(body).toMatchObject({ email: 'ann@example.com', password: 'my next password' });
    return isGood ? null : refuse('InvalidCode');
  });
  await site.open('/reset-password?email=ann%40example.com&code=654321');
  const code = screen.getByLabelText('Code from the email');
  await expectFocus(screen.getByLabelText('New password'));
  expect(screen.getByText('Choose a new password for ann@example.com.')).toBeTruthy();
  expect(code.closest('[hidden]')).not.toBeNull();
  await site.fill('New password', 'my next password');
  await site.press('Save password');
  await expectError(code, invalidCode);
  await expectFocus(code);
  expect(code.closest('[hidden]')).toBeNull();

  isGood = true;
  await site.fill('Code from the email', '123456');
  await site.press('Save password');
  await screen.findByText('Password saved. Sign in with your new password');
  expect(address()).toMatch(/^\/signin/);
});

test('the second step takes a code or a recovery code, and leads back without the first', async () => {
  const site = startSite();
  site.answer(api.login, () => ({ user: null, second_factor: 'ticket' }));
  const codes: string[] = [];
  site.answer(api.secondFactor, ({ body }) => {
    expect(body.ticket).toBe('ticket');
    codes.push(body.code);
    return refuse(body.code === 'too late' ? 'InvalidTicket' : 'InvalidCode');
  });
  await site.open('/second-factor');
  expect(address()).toMatch(/^\/signin/);
  await site.fill('Email', 'ann@example.com');
  await site.fill('Password', 'long enough');
  await site.press('Sign in');
  await screen.findByRole('heading', { level: 1, name: 'Two-step verification' });
  const code = screen.getByLabelText('Authentication code');
  await expectFocus(code);
  await site.fill('Authentication code', '000000');
  await site.press('Sign in');
  await expectError(code, invalidCode);

  await site.press('Use a recovery code');
  const recovery = await screen.findByLabelText('Recovery code');
  await expectFocus(recovery);
  await site.fill('Recovery code', 'abcd-efgh');
  await site.press('Sign in');
  await expectError(recovery, invalidCode);
  await site.fill('Recovery code', 'too late');
  await site.press('Sign in');
  await expect.poll(address).toMatch(/^\/signin/);
  expect(codes).toEqual(['000000', 'abcd-efgh', 'too late']);
});

test('passkeys are offered only where the browser has them', async () => {
  const site = startSite();
  await site.open('/signin');
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  vi.stubGlobal('PublicKeyCredential', class {});
  await site.open('/signin');
  expect(await screen.findByRole('button', { name: 'Sign in with a passkey' })).toBeTruthy();
});
