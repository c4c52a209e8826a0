import type { Providers, Taken } from '../../../server/test/channels/providers.ts'
import { decode } from '../../../server/test/mail/decoded-mails.ts'
import type { MailServer } from '../../../server/test/mail/mail-server.ts'

/** What arrived at somebody's, at a time of the month (ms). */
export type Arrival = {
  at: number
  channel: 'email' | 'whatsapp' | 'sms'
  /** The address or the number. */
  to: string
  /** Of a mail: its Message-ID. Of a message: the provider's id. */
  id: string
  isReminder: boolean
  text: string
}

/** In every language, so that a reminder is told from a request by what arrives. */
export const reminderSubject = 'Once more, please'

/** Reads a mail server and providers as they are: what they took since the last time, by address and number. */
export function createReader(mails: MailServer, providers: Providers) {
  let mailsRead = 0
  let messagesRead = 0
  const arrivals: Arrival[] = []
  const taken = new Map<string, Taken>()
  return {
    arrivals,
    /** The messages by the id of their provider. */
    taken,
    /** Whatever arrived since the last call did so at `now`. Returns the new messages. */
    read: (now: number): Arrival[] => {
      const newMails = mails.received.slice(mailsRead)
      const newMessages = providers.taken.slice(messagesRead)
      mailsRead += newMails.length
      messagesRead += newMessages.length
      for (const mail of newMails)
        arrivals.push({
          ...{ at: now, channel: 'email', to: mail.to[0] ?? '', id: mail.header('Message-ID') ?? '' },
          isReminder: mail.header('Subject') === reminderSubject,
          text: decode(mail.raw),
        })
      const read = newMessages.map((message): Arrival => {
        taken.set(message.id, message)
        return {
          ...{ at: now, channel: message.provider === 'meta' ? 'whatsapp' : 'sms', id: message.id },
          ...{ to: numberOf(message), isReminder: false, text: message.text },
        }
      })
      arrivals.push(...read)
      return read
    },
  }
}

/** Where a message went, as E.164: Meta takes it without the plus. */
export const numberOf = ({ to }: Taken): string => (to?.startsWith('+') ? to : `+${to ?? ''}`)

export type Reader = ReturnType<typeof createReader>
