import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorOf } from '../../../answers/moderation/author.ts'
import { answerQuestion } from '../../../answers/questions/moderate.ts'
import { insertQuestions } from '../../../answers/questions/questions.ts'
import { publishReview, rejectReview, replyToReview } from '../../../answers/reviews/moderate.ts'
import { insertReviews } from '../../../answers/reviews/reviews.ts'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { queueAccess, queueNotice } from '../../../foundation/mailings/mailings.ts'
import { addSeenProducts } from '../../../tenants/products/products.ts'
import { startTestApp, type TestApp, testSecret } from '../../../test/app.ts'
import { aCustomer, anOrder, aQuestion, aReview } from '../../../test/factories.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { aDueRequest, delivered, due, hour, minute, runAt, stateOf } from '../../../test/mail/due-requests.ts'
import { type ScriptedServer, type Stage, startScriptedServer } from '../../../test/mail/scripted-server.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { markReviewed } from '../../requests/requests.ts'

describe('an answer of the mail server', () => {
  let server: ScriptedServer
  let service: TestApp
  let owner: Member
  beforeAll(async () => {
    server = await startScriptedServer()
    service = await startTestApp({ SMTP_URL: server.url, MAIL_FROM: 'reviews@shop.example' })
    owner = await aStore(service.database)
  })
  afterAll(async () => {
    await service.close()
    await server.close()
  })

  let accented = 0
  const later = ['421 4.3.2 closing', '450 4.2.1 busy', '451 4.7.1 greylisted', '452 4.2.2 no room']
  const final = [
    '550 5.1.1 no such user',
    '551 not here',
    '552 5.2.2 full',
    '553 bad name',
    '554 5.7.1 blocked',
  ]
  // After the mail, only a status says that there is no mailbox.
  const hard = [
    'rcpt 550 5.1.1 no such user',
    'data 550 5.1.1 no such user',
    'rcpt 551 not here',
    'rcpt 553 bad name',
  ]
  const stages: Stage[] = ['greeting', 'mail', 'rcpt', 'data']
  const cases = stages.flatMap(stage => [...later, ...final].map(reply => [stage, reply] as const))

  test.each(cases)('at the stage %s is handled: %s', async (stage, reply) => {
    const { orderId } = await aDueRequest(service, owner)
    server.answer(stage, reply)
    await runAt(service, due)
    const first = await stateOf(service, owner, orderId)
    const isFinal = stage !== 'greeting' && reply.startsWith('5')
    const isHard = hard.includes(`${stage} ${reply}`)
    expect(first).toEqual({
      request: isFinal ? 'failed' : 'scheduled',
      mail: isFinal ? 'failed' : 'queued',
      attempts: 1,
      // nodemailer drops the server's answer while it closes.
      answer: reply.startsWith('421') ? expect.any(String) : expect.stringContaining(reply.slice(0, 3)),
      suppressed: isHard ? 'bounced' : undefined,
    })
    server.answer('data', undefined)
    const taken = server.taken()
    // Not before its pause has ended, and then once.
    await runAt(service, due + minute - 1)
    expect(server.taken()).toBe(taken)
    await runAt(service, due + minute)
    await runAt(service, due + 2 * minute)
    expect(server.taken()).toBe(taken + (isFinal ? 0 : 1))
    const last = await stateOf(service, owner, orderId)
    expect(last).toMatchObject(isFinal ? first : { request: 'sent', mail: 'sent', attempts: 2 })
  })

  test('that an address with accents has no mailbox suppresses it', async () => {
    const { orderId } = await aDueRequest(service, owner, `zoë.${++accented}@example.com`)
    server.answer('rcpt', '550 5.1.1 no such user')
    await runAt(service, due)
    server.answer('data', undefined)
    expect(await stateOf(service, owner, orderId)).toMatchObject({
      answer: '550 5.1.1 no such user',
      suppressed: 'bounced',
    })
  })

  // Longer than the networks' names were: nobody has it.
  const loose = 'a.buyer..whose.old.name.ends.with.a.dot.'
  test.each([
    `${loose}@docomo.ne.jp`,
    `${loose}@ezweb.ne.jp`,
  ])('may be about the dots that Japanese networks allowed, sent in quotes: %s', async email => {
    await aDueRequest(service, owner, email)
    const domain = email.slice(email.lastIndexOf('@'))
    server.answer('rcpt', '550 5.1.1 no such user')
    await runAt(service, due)
    server.answer('data', undefined)
    expect(server.recipient()).toBe(`<"${loose}"${domain}>`)
    const suppressed = await service.database.query(sql`
      select reason from suppressions where store_id = ${owner.storeId} and who = ${`${loose}${domain}`}`)
    expect(suppressed).toEqual([{ reason: 'bounced' }])
  })

  // Said by a relay without SMTPUTF8, whoever has the address.
  test.each([
    '501 5.1.3 Recipient address syntax error',
    '553 5.6.7 not ASCII',
    '550 bad address',
  ])('that refuses the accents of an address suppresses nobody: %s', async reply => {
    const email = `zoë.${++accented}@example.com`
    const { orderId } = await aDueRequest(service, owner, email)
    server.answer('rcpt', reply)
    await runAt(service, due)
    expect(await stateOf(service, owner, orderId)).toMatchObject({
      mail: 'failed',
      answer: expect.stringMatching(/^The mail server refuses letters with accents in addresses\. 55?[0-3]/),
      suppressed: undefined,
    })
    server.answer('data', undefined)
  })

  test('that is temporary leads to retries for two days with growing pauses, and no longer', async () => {
    const { orderId } = await aDueRequest(service, owner)
    server.answer('rcpt', '451 4.7.1 later')
    const before = server.offered()
    const attempts: number[] = []
    for (let now = due; now <= due + 120 * hour; now += 30 * minute) {
      const offered = server.offered()
      await runAt(service, now)
      if (server.offered() > offered) attempts.push((now - due) / hour)
    }
    server.answer('data', undefined)
    expect(await stateOf(service, owner, orderId)).toMatchObject({
      request: 'failed',
      mail: 'failed',
      suppressed: undefined,
    })
    expect(attempts.length).toBe(server.offered() - before)
    // From Thursday at 10:00 to Friday evening, not at night; then on Monday, for the last time.
    const hoursOfDay = attempts.map(at => 10 + (at % 24))
    expect(Math.max(...hoursOfDay)).toBeLessThan(21)
    const ofDays = Object.groupBy(attempts, at => Math.floor(at / 24))
    expect(Object.keys(ofDays)).toEqual(['0', '1', '4'])
    expect(ofDays[0]?.length).toBeGreaterThanOrEqual(6)
    expect(ofDays[1]?.length).toBeGreaterThanOrEqual(3)
    expect(ofDays[4]).toEqual([96])
  })

  test('that is temporary leads to no retry at night, and to no other mail to the buyer that day', async () => {
    const { orderId, email } = await aDueRequest(service, owner)
    server.answer('data', '451 later')
    await runAt(service, due)
    await runAt(service, due + 10.5 * hour) // 20:30
    server.answer('data', undefined)
    const taken = server.taken()
    const another = anOrder({
      customers: [aCustomer({ email })],
      request_review_at: new Date(due + 24 * hour).toISOString(),
    })
    expect((await service.send('POST', '/orders', { headers: owner.headers, body: another })).status).toBe(
      201,
    )
    for (const hours of [14.5, 15, 18, 23.9]) await runAt(service, due + hours * hour)
    expect(server.taken()).toBe(taken)
    for (const hours of [24, 24.1, 25, 30]) await runAt(service, due + hours * hour)
    expect(server.taken()).toBe(taken + 1)
    expect(await stateOf(service, owner, orderId)).toMatchObject({ mail: 'sent' })
    expect(await stateOf(service, owner, another.order_id)).toMatchObject({ request: 'scheduled' })
    for (const hours of [95.9, 96, 97]) await runAt(service, due + hours * hour) // Monday
    expect(server.taken()).toBe(taken + 2)
    expect(await stateOf(service, owner, another.order_id)).toMatchObject({ mail: 'sent' })
  })

  test('that delays a reminder cancels it once something was reviewed', async () => {
    const shop = await aStore(service.database, { reminder_days: [4] })
    const email = 'two.orders@example.com'
    service.setNow(delivered)
    const orders = [1, 2].map(() => anOrder({ delivery_date: delivered, customers: [aCustomer({ email })] }))
    for (const body of orders) await service.send('POST', '/orders', { headers: shop.headers, body })
    server.answer('data', undefined)
    await runAt(service, due)
    server.answer('data', '451 later')
    const offered = server.offered()
    await runAt(service, due + 96 * hour)
    expect(server.offered()).toBe(offered + 1)
    const { database } = service
    const orderId = orders[0]?.order_id ?? ''
    const [row] = await database.query<{ mailing_id: string }>(
      sql`select mailing_id from review_requests where store_id = ${shop.storeId} and order_id = ${orderId}`,
    )
    const asked = [{ order_id: orderId, part: 0 }]
    await database.transaction(tx => markReviewed(tx, shop.storeId, row?.mailing_id ?? '', asked))
    server.answer('data', undefined)
    await runAt(service, due + 97 * hour)
    expect(server.offered()).toBe(offered + 1)
  })

  test('is stored when it is cut in the middle of a character, like the others of its batch', async () => {
    const long = await aDueRequest(service, owner)
    const other = await aDueRequest(service, owner)
    server.answer('data', `250 2.0.0 ${'x'.repeat(289)}😀 and more`)
    const taken = server.taken()
    await runAt(service, due)
    server.answer('data', undefined)
    await runAt(service, due + 2 * minute)
    expect(server.taken()).toBe(taken + 2)
    for (const { orderId } of [long, other])
      expect(await stateOf(service, owner, orderId)).toMatchObject({ mail: 'sent', attempts: 1 })
  })

  test('that is temporary leads to a retry of access mail for an inactive store', async () => {
    const shop = await aStore(service.database, { active: false })
    const { database } = service
    const at = new Date(due)
    const secrets = { current: testSecret, all: [testSecret] }
    await database.transaction(tx =>
      queueAccess(tx, secrets, shop.storeId, {
        kind: 'password_reset',
        recordId: uuid(),
        email: 'owner@example.com',
        name: 'Ana',
        language: 'en',
        at,
        expiresAt: new Date(due + hour),
      }),
    )
    server.answer('data', '451 later')
    await runAt(service, due)
    server.answer('data', undefined)
    const taken = server.taken()
    await runAt(service, due + minute)
    expect(server.taken()).toBe(taken + 1)
  })

  test('that is temporary leads to no retry of an outdated notice', async () => {
    const { database } = service
    const product = { product_id: 'product-1', sku: 'S', name: 'Moka pot', url: '' }
    await addSeenProducts(database, owner.storeId, [product], new Date(due))
    const by = { at: new Date(due), actor: 'command', action: 'create' } as const
    const waiting = [1, 2].map(() => aReview({ state: 'pending', published_at: null }))
    const shown = aReview()
    const answered = aQuestion({ reply: null, reply_created_at: null })
    const ids = waiting.map(({ id }) => id)
    const [first = '', second = ''] = ids
    await database.transaction(async tx => {
      await insertReviews(tx, owner.storeId, [...waiting, shown], by)
      await insertQuestions(tx, owner.storeId, [answered], by)
      await publishReview(tx, owner.storeId, first, by)
      await rejectReview(tx, owner.storeId, second, 'spam', by)
      await replyToReview(tx, owner.storeId, shown.id, 'Thank you', by)
      await answerQuestion(tx, owner.storeId, answered.id, 'Yes', by)
    })
    server.answer('data', '451 later')
    await runAt(service, due)
    await database.transaction(async tx => {
      await rejectReview(tx, owner.storeId, first, 'spam', by)
      await publishReview(tx, owner.storeId, second, by)
      await replyToReview(tx, owner.storeId, shown.id, null, by)
      await answerQuestion(tx, owner.storeId, answered.id, null, by)
    })
    server.answer('data', undefined)
    await runAt(service, due + minute)
    const mails = await database.query(sql`
      select kind, record_id, state
      from mailings
      where store_id = ${owner.storeId} and record_id = any(${[...ids, shown.id, answered.id]}::uuid[])
      order by created_at, kind, state`)
    expect(mails).toHaveLength(6)
    expect(mails).toEqual(
      expect.arrayContaining([
        { kind: 'review_published', record_id: first, state: 'cancelled' },
        { kind: 'review_rejected', record_id: first, state: 'sent' },
        { kind: 'review_rejected', record_id: second, state: 'cancelled' },
        { kind: 'review_published', record_id: second, state: 'sent' },
        { kind: 'review_replied', record_id: shown.id, state: 'cancelled' },
        { kind: 'question_answered', record_id: answered.id, state: 'cancelled' },
      ]),
    )
  })

  test('arrives on the next attempt after a failed database read', async () => {
    const { database } = service
    const product = { product_id: 'P', sku: 'S', name: 'Moka pot', url: '' }
    await addSeenProducts(database, owner.storeId, [product], new Date(due))
    const question = aQuestion({ product_id: 'P', email: 'asks@example.com', state: 'unconfirmed' })
    await database.transaction(async tx => {
      const at = new Date(due)
      await insertQuestions(tx, owner.storeId, [question], { at, actor: 'author', action: 'create' })
      await queueNotice(tx, owner.storeId, {
        kind: 'confirm_question',
        recordId: question.id,
        to: authorOf(question),
        at,
      })
    })
    const taken = server.taken()
    let sending: Promise<void> | undefined
    await database.transaction(async tx => {
      await tx.query(sql`lock table questions in access exclusive mode`)
      sending = runAt(service, due)
      await expect
        .poll(() =>
          database.query(sql`
            select pg_terminate_backend(pid)
            from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%from questions%'`),
        )
        .toHaveLength(1)
    })
    await sending
    expect(server.taken()).toBe(taken)
    await runAt(service, due + minute)
    expect(server.taken()).toBe(taken + 1)
  })

  test('is stored without the address in it', async () => {
    const { orderId, email } = await aDueRequest(service, owner)
    server.answer('rcpt', `550 5.1.1 <${email}>: no such user ${email}`)
    await runAt(service, due)
    server.answer('data', undefined)
    const { answer } = await stateOf(service, owner, orderId)
    expect(answer).toContain('no such user')
    expect(answer).not.toContain(email)
  })

  test('that is temporary leads to a retry only after the store ends its pause', async () => {
    const { orderId } = await aDueRequest(service, owner)
    server.answer('data', '451 later')
    await runAt(service, due)
    server.answer('data', undefined)
    await changeSettings(service, owner.storeId, { requests_paused: true })
    await runAt(service, due + hour)
    expect(await stateOf(service, owner, orderId)).toMatchObject({ mail: 'queued', attempts: 1 })
    await changeSettings(service, owner.storeId, { requests_paused: false })
    await runAt(service, due + 2 * hour)
    expect(await stateOf(service, owner, orderId)).toMatchObject({ mail: 'sent', attempts: 2 })
  })
})
