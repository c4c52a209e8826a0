import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { listen } from '../network/listen.ts'

/** A mail as received over SMTP. */
export type Received = {
  from: string
  /** All recipients of the envelope. */
  to: string[]
  raw: string
  /** A header, unfolded; undefined if it is missing. */
  header: (name: string) => string | undefined
}

export type MailServer = {
  /** `smtp://127.0.0.1:<port>` */
  url: string
  received: Received[]
  close: () => Promise<void>
}

/** Starts a real SMTP server on a free port that keeps all accepted mails. `options` can refuse at any stage. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push(
          readMail(
            Buffer.concat(chunks).toString('utf8'),
            mailFrom ? mailFrom.address : '',
            rcptTo.map(({ address }) => address),
          ),
        )
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  const { url } = await listen(server.server, 'smtp')
  return {
    url,
    received,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

function readMail(raw: string, from: string, to: string[]): Received {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  return {
    from,
    to,
    raw,
    header: name => {
      const line = head.split('\r\n').find(one => one.toLowerCase().startsWith(`${name.toLowerCase()}:`))
      return line?.slice(name.length + 1).trim()
    },
  }
}
