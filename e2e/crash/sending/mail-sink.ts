import { startMailServer } from '../../../server/test/mail/mail-server.ts'
import { onCleanUp } from '../../service.ts'

export type MailSink = {
  url: string
  /** The number of mails that came to these addresses, without repeats. */
  countOf: (addresses: Iterable<string>) => number
  /** When the first attempt to send to an address began, in ms; undefined: there was none. */
  firstAt: (address: string) => number | undefined
  /**
   * Throws unless each address got one mail. Repeats after a kill have the Message-ID of the first: returns how many there
   * were.
   */
  requireOne: (addresses: Iterable<string>) => number
}

const perRecipient = 20 // ms: so slow that a kill finds mails at every stage

export async function startMailSink(): Promise<MailSink> {
  const attempts = new Map<string, number>()
  const server = await startMailServer({
    onRcptTo: ({ address }, _session, done) => {
      if (!attempts.has(address)) attempts.set(address, Date.now())
      setTimeout(done, perRecipient)
    },
  })
  onCleanUp(server.close)
  let read = 0
  const idsOf = new Map<string, string[]>()
  const readNew = () => {
    for (const { to, header } of server.received.slice(read))
      for (const address of to)
        idsOf.set(address, [...(idsOf.get(address) ?? []), header('Message-ID') ?? ''])
    read = server.received.length
  }
  return {
    url: server.url,
    countOf: addresses => {
      readNew()
      return [...addresses].filter(address => idsOf.has(address)).length
    },
    firstAt: address => attempts.get(address),
    requireOne: addresses => {
      readNew()
      let repeats = 0
      for (const address of addresses) {
        const ids = idsOf.get(address) ?? []
        if (ids.length === 0) throw new Error(`Lost: ${address} got no mail.`)
        if (new Set(ids).size > 1) throw new Error(`Doubled: ${address} got ${ids.length} mails: ${ids}`)
        repeats += ids.length - 1
      }
      return repeats
    },
  }
}
