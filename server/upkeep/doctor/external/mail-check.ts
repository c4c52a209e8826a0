import { createTransport } from 'nodemailer'
import type { Config } from '../../../foundation/config/config.ts'
import { error, type Finding, ok, warning } from '../check.ts'

/** Signs in to the mail server, and sends nothing. */
export async function checkMail({ SMTP_URL, MAIL_FROM }: Config): Promise<Finding> {
  if (!SMTP_URL) return warning('SMTP_URL is not set, so no mail is sent. Set SMTP_URL and MAIL_FROM.')
  if (!MAIL_FROM)
    return error('MAIL_FROM is not set: mail needs a sender, such as Shop <reviews@shop.example>.')
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 5_000,
    dnsTimeout: 5_000,
  })
  const { hostname, port } = new URL(SMTP_URL)
  const server = port ? `${hostname}:${port}` : hostname
  try {
    await transport.verify()
    return ok(`${server} accepts mail from ${MAIL_FROM}`)
  } catch (failure) {
    return error(`${server} does not accept mail: ${(failure as Error).message}. ${mendOf(failure)}`)
  } finally {
    transport.close()
  }
}

function mendOf(failure: unknown): string {
  if (!/self-signed|certificate/i.test((failure as Error).message)) return 'Check SMTP_URL.'
  return 'Trust its certificate with NODE_EXTRA_CA_CERTS or, for a server on this machine, add ?ignoreTLS=true to SMTP_URL.'
}
