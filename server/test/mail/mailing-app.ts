import { startTestApp, type TestApp } from '../app.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

/** A service that sends over SMTP, and the mail server, which is closed with it. */
export async function startMailingApp(
  settings: Record<string, string> = {},
): Promise<[service: TestApp, server: MailServer]> {
  const server = await startMailServer()
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'reviews@shop.example' }
  const service = await startTestApp({ ...mail, ...settings })
  const close = async () => {
    await service.close()
    await server.close()
  }
  return [{ ...service, close }, server]
}
