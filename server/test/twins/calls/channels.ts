import sql from 'sql-template-tag'
import { askedPhone, buyerPhone, seedNow } from '../seeded.ts'
import { at, by, type Calls, day, later, pure } from './call.ts'

const channel = 'whatsapp'
const reach = { channel, phone: buyerPhone } as const
const context = (secrets: unknown) => ({ secrets, address: 'https://reviews.example', now: seedNow })
const phones = ['+55 11 91234-5678']

/** Channels beside email, their consents and messages. */
export const channels: Calls = {
  'asking/channels/channel-rows.ts': {
    readChannels: () => [],
    noteChannelProblem: () => [channel, { name: 'key' }, { at }],
  },
  'asking/channels/consents.ts': {
    grantConsents: () => [[{ ...reach, grantedAt: at, source: 'form', text: 'yes', marketing: true }], at],
    withdrawConsent: () => [{ ...reach, by: 'message' }, at],
    phonesOfUser: () => [`BR.${buyerPhone.slice(1)}`],
    noteUserId: () => [{ phone: buyerPhone, userId: 'BR.1' }],
    changeUserId: () => [{ before: `BR.${buyerPhone.slice(1)}`, after: 'BR.1' }],
    noteUnreachable: () => [reach, later],
    // The secrets come before the store.
    allowedAmong: () => [channel, [buyerPhone, askedPhone]],
    hasWithdrawn: {
      with: () => ({
        args: [channel, buyerPhone],
        first: sql`update consents set withdrawn_at = '2026-05-05Z'`,
      }),
    },
    erasedPhones: pure,
    listConsents: () => [{ phone: buyerPhone }],
  },
  'asking/channels/usage.ts': {
    readChannelUsage: () => [channel, '2026-05-01'],
    reserveMessage: () => [
      { channel, month: '2026-05-01', cost: 5 },
      { messages: 2, money: 20_005 },
    ],
    correctUsage: () => [{ channel, month: '2026-05-01', messages: -1, cost: -20_000 }],
  },
  'asking/channels/messages.ts': {
    phonesMessagedOn: () => [[buyerPhone, askedPhone], '2026-05-04'],
    findMessage: () => [channel, { providerId: 'wamid.sent' }],
    openMessagesTo: () => [channel, [buyerPhone, askedPhone]],
    isSendingSince: {
      with: () => ({
        args: [channel, new Date(seedNow - 3 * day)],
        first: sql`update messages set state = 'sending' where state = 'sent'`,
      }),
    },
  },
  'asking/channels/settle.ts': {
    lockLed: ({ sentMessage }) => [sentMessage.mailing_id],
    fallBack: ({ sentMessage }) => [{ mailingId: sentMessage.mailing_id }, { problem: 'late', now: seedNow }],
    cancelMessage: ({ queuedMessage }) => [queuedMessage.id, seedNow],
  },
  'asking/channels/outcomes.ts': {
    recordOutcome: ({ sentMessage }) => [sentMessage, { as: 'accepted', providerId: 'wamid.new' }, seedNow],
    applyRefusal: ({ sentMessage }) => [sentMessage, { problem: 'stopped', also: 'stopped' }, seedNow],
  },
  'asking/mail/delivering/results.ts': {
    writeReported: ({ queuedMail }) => [
      [
        {
          ...{ id: queuedMail, state: 'sent', own_answer: 'by_sms', last_answer: null, isAttempt: false },
          ...{ next_attempt_at: null, sent_at: at, remind_at: null, firstMailingId: null, bounced: null },
        },
      ],
      at,
    ],
  },
  'asking/channels/rest.ts': { restChannel: () => ['whatsapp', seedNow + 300_000] },
  'asking/channels/give-up.ts': { giveUpMessages: () => [seedNow, 10] },
  'asking/channels/person.ts': {
    messagesOfPerson: () => [{ address: 'sent-by-message@correio.example', phones, country: 'BR' }],
    erasePersonFromMessages: ({ sentMessage }) => [
      { mailingIds: [sentMessage.mailing_id], phones, country: 'BR' },
      at,
    ],
    mailingsTo: () => ['sent-by-message@correio.example'],
  },
  'asking/channels/old-messages.ts': { forgetChannelMessages: () => [later] },
  'asking/channels/archived-messages.ts': { settleArchivedMessages: () => [at] },
  'links/channels/channels.ts': {
    readChannel: () => [channel],
    saveChannel: ({ secrets }) => [
      {
        channel,
        set: {
          ...{ phone_number_id: '106540352242922', token: 'one', app_secret: 'two', template: 'ask' },
          ...{ languages: 'en', price: '1', monthly_money: '1', verify_token: 'three' },
        },
      },
      by,
      context(secrets),
    ],
    listChannels: ({ secrets }) => [context(secrets)],
    removeChannel: () => [channel, by],
  },
  'links/channels/sending/send-messages.ts': {
    sendMessages: {
      exempt: 'Contacts a provider; messages.test.ts has several stores with the same phones.',
    },
  },
  'links/channels/sms/sms-request.ts': { smsRequest: pure },
}
