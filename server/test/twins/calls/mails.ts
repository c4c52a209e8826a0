import sql from 'sql-template-tag'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { renewAccessLink } from '../../../tenants/accounts/access-links.ts'
import { buyer, seedNow } from '../seeded.ts'
import {
  after,
  at,
  by,
  type Calls,
  day,
  inStatements,
  later,
  newId,
  page,
  person,
  pure,
  retention,
  since,
} from './call.ts'

/** Mails, and what queues them. */
export const mails: Calls = {
  'foundation/mailings/asking.ts': {
    addressesAskedOn: () => [
      [buyer, 'queued@correio.example'],
      { date: '2026-05-05', begins: new Date(seedNow - day) },
    ],
    queueRequestMails: known => [
      ['queued@correio.example', 'new@correio.example'].map((address, index) => ({
        ...{ id: `${newId.slice(0, -1)}${index}`, kind: 'request', address, email: address, name: '' },
        ...{ language: 'en', firstMailingId: `${newId.slice(0, -1)}${index}` },
      })),
      { secrets: known.secrets, now: at, day: '2026-05-05', linkDays: 9 },
    ],
  },
  'asking/mail/deliveries/deliveries.ts': {
    listDeliveries: () => [undefined, page],
    deliveriesTo: () => [buyer],
  },
  'asking/mail/opened-links.ts': { recordOpened: ({ sentMail }) => [sentMail, at] },
  'asking/mail/deliveries/failed-mails.ts': { countFailedMails: () => [since, 100] },
  'asking/mail/deliveries/mail-health.ts': { readMailHealth: () => [seedNow] },
  'foundation/mailings/mail-log.ts': { mailsThatAsked: ({ sentMail }) => [[sentMail]] },
  'foundation/mailings/mail-states.ts': { mailStates: ({ sentMail }) => [[sentMail]] },
  'foundation/mailings/mailings.ts': {
    queueNotice: ({ published }) => [
      { kind: 'review_published', recordId: published, to: { email: buyer, name: null, language: 'en' }, at },
    ],
    queueAccess: ({ invitation }) => [
      {
        ...{ kind: 'invitation', recordId: invitation, email: 'invited@agency.example', name: null },
        ...{ language: 'en', at, expiresAt: later },
      },
    ],
    forgetConfirmations: ({ unconfirmed }) => [[unconfirmed]],
    lockPerson: ({ sentMail }) => [sentMail],
  },
  'asking/mail/archived-mailings.ts': { settleArchivedMails: () => [], countMailsToRemindOf: () => [] },
  'asking/mail/composing/designs/check-designs.ts': {
    checkDesigns: {
      with: () => ({
        args: [
          { designs: [{ kind: 'request', language: 'en', blocks: [{ type: 'stars' }] }] },
          'https://reviews.example',
        ],
        idle: 'Returns nothing unless a design is too large.',
      }),
    },
  },
  'asking/mail/deliveries/outbox.ts': { showKept: ({ sentMail }) => [sentMail] },
  'foundation/mailings/old-mails.ts': {
    countOldMails: () => [retention, later, 100],
    forgetMails: () => [retention, later, 100],
    isMailed: inStatements,
  },
  'foundation/mailings/person.ts': { mailsOfPerson: () => [person], erasePersonFromMails: () => [person] },
  'asking/mail/delivering/result-statement.ts': {
    resultStatement: inStatements,
    reportedResultStatement: inStatements,
  },
  'asking/mail/delivering/queued.ts': {
    saveLinks: ({ queuedMail }) => [
      [
        {
          id: queuedMail,
          kind: 'request',
          link_hash: null,
          unsubscribe_hash: null,
          tokens: { link: 'one', unsubscribe: 'other' },
        },
      ],
      renewAccessLink,
    ],
  },
  'foundation/mailings/reminders.ts': {
    lockDueReminders: () => [at, 10],
    setReminders: ({ sentMail }) => [[{ id: sentMail, remind_at: later, reminders: 2 }]],
    stopReminders: ({ sentMail }) => [[sentMail]],
  },
  'asking/mail/deliveries/send-again.ts': { sendAgain: ({ failedMail }) => [failedMail, by] },
  'asking/mail/delivering/sending.ts': { sendMailings: ({ queuedMail }) => [[queuedMail]] },
  'asking/mail/bounces/suppression-list.ts': {
    listSuppressions: () => [undefined, page],
    findSuppression: () => ['left@correio.example'],
    blockAddress: () => [buyer, by],
    liftSuppression: ({ blocked }) => [blocked, by],
  },
  'foundation/mailings/suppressions.ts': {
    whySuppressed: () => ['left@correio.example'],
    suppressedAmong: () => [['left@correio.example', buyer]],
    suppress: () => ['left@correio.example', 'complained', later, 'no'],
    unsuppress: () => ['left@correio.example'],
    suppressErased: () => ['left@correio.example', at],
    erasedSince: after(sql`update suppressions set reason = 'erased'`, new Date(0)),
    erasedKeys: pure,
  },
  'foundation/mailings/queue.ts': {
    enqueueDueMails: () => [later, 10],
    enqueueMails: () => [[{ id: uuid(), kind: 'invitation' }]],
  },
  'asking/dispatch/due.ts': { gatherMailings: () => [] },
  'asking/dispatch/gather.ts': {
    settleDue: ({ dueRequest }) => [
      [{ request: dueRequest, mailing: undefined, decision: { action: 'expired', why: { name: 'late' } } }],
      at,
    ],
  },
  'foundation/mailings/daily-limit.ts': {
    countMails: () => [{ day: '2026-01-05', wanted: 3, limit: 100 }],
    mailsOfDay: () => ['2026-01-05'],
  },
}
