import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that counts accepted mails, as a separate process. Reports its port; `'read'` returns the count. */
let mails = 0
let bytes = 0
let firstAt = 0
let lastAt = 0
const recipients = new Map<string, number>()

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onData(stream, session, done) {
    stream.on('data', chunk => {
      bytes += chunk.length
    })
    stream.on('end', () => {
      mails++
      lastAt = Date.now()
      if (firstAt === 0) firstAt = lastAt
      for (const { address } of session.envelope.rcptTo)
        recipients.set(address, (recipients.get(address) ?? 0) + 1)
      done()
    })
  },
})
server.on('error', () => {})
server.listen(0, '127.0.0.1', () => process.send?.((server.server.address() as AddressInfo).port))

process.on('message', message => {
  if (message === 'read') {
    const twice = [...recipients.values()].filter(count => count > 1).length
    process.send?.({ mails, bytes, firstAt, lastAt, distinct: recipients.size, twice })
    return
  }
  mails = 0
  bytes = 0
  firstAt = 0
  recipients.clear()
  process.send?.('cleared')
})
process.on('disconnect', () => process.exit())
