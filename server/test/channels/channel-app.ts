import { afterAll, afterEach } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { type Providers, startProviders } from './providers.ts'

type ChannelApp = {
  it: TestApp
  mail: MailServer
  providers: Providers
  /** Does what is due at a time. */
  runAt: (now: string) => Promise<void>
}

/**
 * A service for the tests of a file, which sends over SMTP, and the providers of its channels. After each test, the
 * providers answer as documented again, and what arrived is forgotten.
 */
export async function startChannelApp(): Promise<ChannelApp> {
  const providers = await startProviders()
  const mail = await startMailServer()
  const it = await startTestApp({ SMTP_URL: mail.url, MAIL_FROM: 'reviews@shop.example' })
  afterEach(() => {
    providers.answerBy(undefined)
    providers.taken.splice(0)
    mail.received.splice(0)
  })
  afterAll(async () => {
    await it.close()
    await mail.close()
    await providers.close()
  })
  const runAt = async (now: string) => {
    it.setNow(now)
    await it.runDue()
  }
  return { it, mail, providers, runAt }
}
