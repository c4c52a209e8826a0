import { afterAll, afterEach } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { type Posted, type Providers, startProviders } from './providers.ts'

type ChannelApp = {
  it: TestApp
  mail: MailServer
  providers: Providers
  /** Does what is due at a time. */
  runAt: (now: string) => Promise<void>
  /** Sends what a provider would to the address of a channel. Resolves with the status. */
  post: (address: string, posted: Posted) => Promise<number>
  /** The number of mails to an address. */
  mailsTo: (email: string) => number
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
  const post = async (address: string, { body, headers }: Posted) => {
    const { pathname, search } = new URL(address)
    return (await it.send('POST', pathname + search, { headers, body })).status
  }
  const mailsTo = (email: string) => mail.received.filter(({ to }) => to.includes(email)).length
  return { it, mail, providers, runAt, post, mailsTo }
}
