import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Config } from '../../../foundation/config/config.ts'
import { startMailServer } from '../../../test/mail/mail-server.ts'
import { listen } from '../../../test/network/listen.ts'
import { checkMail } from './mail-check.ts'

const check = (SMTP_URL: string, MAIL_FROM = 'Shop <reviews@shop.example>') =>
  checkMail({ SMTP_URL, MAIL_FROM } as Config)

test('names the ways to use a mail server with a self-signed certificate, which work', async () => {
  // As Debian's Postfix after its installation: STARTTLS, with a certificate that nobody signed.
  const server = await startMailServer({ disabledCommands: ['AUTH'] })
  onTestFinished(() => server.close())
  expect(await check(server.url)).toMatchObject({
    status: 'error',
    detail: expect.stringMatching(/certificate.*NODE_EXTRA_CA_CERTS.*\?ignoreTLS=true/),
  })
  for (const way of ['ignoreTLS=true', 'tls.rejectUnauthorized=false'])
    expect(await check(`${server.url}?${way}`)).toMatchObject({ status: 'ok' })
})

test('signs in, needs a sender, and never names the password', async () => {
  const server = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'me' }) : done(new Error('wrong password')),
  })
  onTestFinished(server.close)
  const { host } = new URL(server.url)
  expect(await check(`smtp://me:right@${host}`)).toMatchObject({ status: 'ok' })
  expect(await check(`smtp://me:right@${host}`, '')).toMatchObject({
    status: 'error',
    detail: expect.stringContaining('MAIL_FROM'),
  })
  const wrong = await check(`smtp://me:hunter2@${host}`)
  expect(wrong).toMatchObject({ status: 'error', detail: expect.stringContaining('SMTP_URL') })
  expect(wrong.detail).not.toContain('hunter2')
})

test('a silent server is an error within seconds', { timeout: 20_000 }, async () => {
  const { port, close } = await listen(createServer())
  onTestFinished(close)
  expect(await check(`smtp://127.0.0.1:${port}`)).toMatchObject({
    status: 'error',
    detail: expect.stringContaining(`127.0.0.1:${port}`),
  })
})

test('names the setting when nobody listens', async () => {
  expect(await check('smtp://127.0.0.1:9')).toMatchObject({
    status: 'error',
    detail: expect.stringMatching(/127\.0\.0\.1:9 does not accept mail: .*Check SMTP_URL\.$/),
  })
})
