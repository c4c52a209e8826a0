import { expect, onTestFinished, test } from 'vitest'
import type { Config } from '../../foundation/config/config.ts'
import { startMailServer } from '../../test/mail/mail-server.ts'
import { checkMail } from './mail-check.ts'

const check = (SMTP_URL: string) => checkMail({ SMTP_URL, MAIL_FROM: 'reviews@shop.example' } as Config)

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

test('names the setting when nobody listens', async () => {
  expect(await check('smtp://127.0.0.1:9')).toMatchObject({
    status: 'error',
    detail: expect.stringMatching(/127\.0\.0\.1:9 does not accept mail: .*Check SMTP_URL\.$/),
  })
})
