import { describe, expect, test } from 'vitest'
import type { MailKind } from '../../../foundation/mailings/kinds.ts'
import { isStopped } from './queued.ts'

const asked: MailKind[] = ['request', 'reminder']
const notices: MailKind[] = ['review_published', 'review_rejected', 'review_replied', 'question_answered']
const wanted: MailKind[] = ['confirm_review', 'confirm_question', 'question_received']
const access: MailKind[] = ['password_reset', 'invitation', 'webhook_disabled']

describe.each(['bounced', 'complained'] as const)('to an address that %s', reason => {
  test.each([...asked, ...notices, ...wanted])('%s is not sent', kind => {
    expect(isStopped(kind, reason)).toBe(true)
  })

  test.each(access)('%s is sent', kind => {
    expect(isStopped(kind, reason)).toBe(false)
  })
})

describe.each(['unsubscribed', 'blocked', 'erased'] as const)('to an address that is %s', reason => {
  test.each([...asked, ...notices])('%s is not sent', kind => {
    expect(isStopped(kind, reason)).toBe(true)
  })

  test.each([...wanted, ...access])('%s is sent', kind => {
    expect(isStopped(kind, reason)).toBe(false)
  })
})
