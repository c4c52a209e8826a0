import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuid } from '../../lib/uuid.ts'
import { queueAccess, queueNotice } from '../../mailings/mailings.ts'
import { authorOf } from '../../moderation/author.ts'
import { readOrder } from '../../orders/orders.ts'
import { addSeenProducts } from '../../products/products.ts'
import { answerQuestion } from '../../questions/moderate.ts'
import { insertQuestions } from '../../questions/questions.ts'
import { markReviewed } from '../../requests/requests.ts'
import { publishReview, rejectReview, replyToReview } from '../../reviews/moderate.ts'
import { insertReviews } from '../../reviews/reviews.ts'
import { updateStore } from '../../stores/stores.ts'
import { startTestApp, type TestApp, testSecret } from '../../test/app.ts'
import { aCustomer, anOrder, aQuestion, aReview } from '../../test/factories.ts'
import { type MailServer, startMailServer } from '../../test/mail/mail-server.ts'
import { aStore, type Member } from '../../test/users.ts'

const delivered = '2026-03-05T18:30:00.000Z'
const due = Date.parse('2026-03-12T13:00:00.000Z')
const minute = 60_000
const hour = 60 * minute

type Stage = 'greeting' | 'mail' | 'rcpt' | 'data'

/** Answers `reply` at one stage. Accepts everything while `reply` is undefined. */
type ScriptedServer = {
  url: string
  answer: (stage: Stage, reply: string | undefined) => void
  offered: () => number
  taken: () => number
  close: () => Promise<void>
}

/** A minimal SMTP server with configurable answers. */
async function startScriptedServer(): Promise<ScriptedServer> {
  let mood: { stage: Stage; reply: string | undefined } = { stage: 'data', reply: undefined }
  let offered = 0
  let taken = 0
  const answerOr = (stage: Stage, usual: string) => (mood.stage === stage && mood.reply) || usual
  const commands: [RegExp, () => string][] = [
    [/^EHLO/i, () => '250 moody'],
    [
      /^MAIL/i,
      () => {
        offered++
        return answerOr('mail', '250 ok')
      },
    ],
    [/^RCPT/i, () => answerOr('rcpt', '250 ok')],
    [/^DATA/i, () => '354 go on'],
    [
      /^\.$/,
      () => {
        const reply = answerOr('data', '250 2.0.0 taken')
        if (reply.startsWith('250')) taken++
        return reply
      },
    ],
  ]
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    let inData = false
    socket.write(`${answerOr('greeting', '220 ready')}\r\n`)
    createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', line => {
      if (inData && line !== '.') return
      const [, reply = () => '250 ok'] = commands.find(([pattern]) => pattern.test(line)) ?? []
      const said = reply()
      inData = said.startsWith('354')
      socket.write(`${said}\r\n`)
    })
  })
  return {
    ...(await listen(server)),
    offered: () => offered,
    taken: () => taken,
    answer: (stage, reply) => {
      mood = { stage, reply }
      // The next mail uses a new connection, with a new greeting.
      for (const socket of open) socket.destroy()
      open.clear()
    },
  }
}

async function listen(server: Server): Promise<{ url: string; close: () => Promise<void> }> {
  const open = new Set<Socket>()
  server.on('connection', socket => {
    open.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => open.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

let number = 0
/** An order whose request is due at `due`. Returns its id and its buyer. */
async function aDueRequest(service: TestApp, owner: Member): Promise<{ orderId: string; email: string }> {
  const email = `buyer.${++number}@example.com`
  service.setNow(delivered)
  const body = anOrder({ delivery_date: delivered, customers: [aCustomer({ email })] })
  expect((await service.send('POST', '/orders', { headers: owner.headers, body })).status).toBe(201)
  return { orderId: body.order_id, email }
}

async function runAt(service: TestApp, now: number): Promise<void> {
  service.setNow(now)
  await service.runDue()
}

async function stateOf(service: TestApp, owner: Member, orderId: string) {
  const [request] = (await readOrder(service.database, owner.storeId, orderId)).requests
  const [suppressed] = await service.database.query<{ reason: string }>(sql`
    select reason from suppressions where store_id = ${owner.storeId} and who = ${request?.email ?? ''}`)
  return {
    request: request?.state,
    mail: request?.mail?.state,
    attempts: request?.mail?.attempts,
    answer: request?.mail?.last_answer,
    suppressed: suppressed?.reason,
  }
}

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

  const later = ['421 4.3.2 closing', '450 4.2.1 busy', '451 4.7.1 greylisted', '452 4.2.2 no room']
  const final = [
    '550 5.1.1 no such user',
    '551 not here',
    '552 5.2.2 full',
    '553 bad name',
    '554 5.7.1 blocked',
  ]
  const stages: Stage[] = ['greeting', 'mail', 'rcpt', 'data']
  const cases = stages.flatMap(stage => [...later, ...final].map(reply => [stage, reply] as const))

  test.each(cases)('at the stage %s is handled: %s', async (stage, reply) => {
    const { orderId } = await aDueRequest(service, owner)
    server.answer(stage, reply)
    await runAt(service, due)
    const first = await stateOf(service, owner, orderId)
    const isFinal = stage !== 'greeting' && reply.startsWith('5')
    const isHard =
      stage === 'rcpt' && ['550 5.1.1 no such user', '551 not here', '553 bad name'].includes(reply)
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
    await updateStore(service.database, owner.storeId, { requests_paused: true })
    await runAt(service, due + hour)
    expect(await stateOf(service, owner, orderId)).toMatchObject({ mail: 'queued', attempts: 1 })
    await updateStore(service.database, owner.storeId, { requests_paused: false })
    await runAt(service, due + 2 * hour)
    expect(await stateOf(service, owner, orderId)).toMatchObject({ mail: 'sent', attempts: 2 })
  })
})

describe('a mail server that', () => {
  async function withServer(
    act: (socket: Socket) => void,
  ): Promise<{ service: TestApp; owner: Member; end: () => Promise<void> }> {
    const server = await listen(createServer(act))
    const settings = { SMTP_URL: server.url, MAIL_FROM: 'reviews@shop.example' }
    const service = await startTestApp(settings, undefined, { deadline: 700 })
    const owner = await aStore(service.database)
    return {
      service,
      owner,
      end: async () => {
        await service.close()
        await server.close()
      },
    }
  }

  const behaviours: [string, (socket: Socket) => void][] = [
    ['hangs', () => {}],
    ['resets', socket => socket.resetAndDestroy()],
    ['ends', socket => void socket.end()],
    ['is no mail server', socket => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    [
      'drips',
      socket => {
        const timer = setInterval(() => socket.write('2'), 50)
        socket.once('close', () => clearInterval(timer))
      },
    ],
    [
      'greets and hangs',
      socket => {
        socket.write('220 ready\r\n')
      },
    ],
  ]
  test.each(behaviours)('%s is retried later, within the time limit of a mail', async (_what, act) => {
    const { service, owner, end } = await withServer(act)
    const { orderId } = await aDueRequest(service, owner)
    const begun = performance.now()
    await runAt(service, due)
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(await stateOf(service, owner, orderId)).toMatchObject({
      request: 'scheduled',
      mail: 'queued',
      attempts: 1,
      suppressed: undefined,
    })
    await end()
  })

  test('is down is retried later', async () => {
    const gone = await listen(createServer())
    await gone.close()
    const service = await startTestApp({ SMTP_URL: gone.url, MAIL_FROM: 'reviews@shop.example' })
    const owner = await aStore(service.database)
    const { orderId } = await aDueRequest(service, owner)
    await runAt(service, due)
    expect(await stateOf(service, owner, orderId)).toMatchObject({ mail: 'queued', attempts: 1 })
    await service.close()
  })
})

describe('a mail', () => {
  let server: MailServer
  let service: TestApp
  let owner: Member
  beforeAll(async () => {
    server = await startMailServer()
    service = await startTestApp({
      SMTP_URL: server.url,
      MAIL_FROM: 'Somebody <reviews@shop.example>',
      PUBLIC_URL: 'https://reviews.example',
    })
    owner = await aStore(service.database, { contact_email: 'team@shop.example' })
  })
  afterAll(async () => {
    await service.close()
    await server.close()
  })

  test('names its sender, a link to unsubscribe, and declares that it was sent automatically', async () => {
    const { email } = await aDueRequest(service, owner)
    await runAt(service, due)
    const mail = server.received.at(-1)
    expect(mail?.from).toBe('reviews@shop.example')
    expect(mail?.to).toEqual([email])
    expect(mail?.header('From')).toMatch(/<reviews@shop\.example>$/)
    expect(mail?.header('Reply-To')).toContain('team@shop.example')
    expect(mail?.header('Auto-Submitted')).toBe('auto-generated')
    expect(mail?.header('List-Id')).toBe(`<${owner.storeId}.shop.example>`)
    expect(mail?.header('List-Unsubscribe')).toMatch(/^<https:\/\/reviews\.example\/u\/[\w-]{65}>$/)
    expect(mail?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(mail?.header('Message-ID')).toMatch(
      new RegExp(`^<[0-9a-f-]{36}\\.${owner.storeId}@shop\\.example>$`),
    )
    expect(mail?.raw).toContain('text/plain')
    expect(mail?.raw).toContain('text/html')
  })

  test('that cannot be written delays no other', async () => {
    const { database } = service
    const fine = await aDueRequest(service, owner)
    const at = new Date(due)
    const product = { product_id: 'product-1', sku: 'S', name: 'Moka pot', url: '' }
    await addSeenProducts(database, owner.storeId, [product], at)
    const review = aReview({ address: 'gone@example.com', email: 'gone@example.com' })
    await database.transaction(async tx => {
      await insertReviews(tx, owner.storeId, [review], { at, actor: 'command', action: 'create' })
      await queueNotice(tx, owner.storeId, {
        kind: 'confirm_review',
        recordId: review.id,
        to: authorOf(review),
        at,
      })
    })
    await database.query(sql`
      delete from reviews
      where store_id = ${owner.storeId} and id = ${review.id}`)
    await runAt(service, due)
    expect(await stateOf(service, owner, fine.orderId)).toMatchObject({ mail: 'sent' })
    const mails = await database.query(sql`
      select state, last_answer
      from mailings
      where store_id = ${owner.storeId} and record_id = ${review.id}`)
    expect(mails).toEqual([{ state: 'failed', last_answer: expect.stringContaining('not written') }])
  })

  // Each text is one that the order API accepts as e-mail, name or product.
  const hostile = [
    'a@b.co\r\nBcc: evil@evil.example',
    'a@b.co\nTo: evil@evil.example',
    'a@b.co\rCc: evil@evil.example',
    'a@b.co, evil@evil.example',
    'a@b.co; evil@evil.example',
    'a@b.co evil@evil.example',
    'Ana <a@b.co>, Evil <evil@evil.example>',
    '<a@b.co><evil@evil.example>',
    'undisclosed-recipients:;',
    'friends: a@b.co, evil@evil.example;',
    '"a@b.co, evil"@evil.example',
    '"a\\" <evil@evil.example>"@b.co',
    'a@b.co(evil@evil.example)',
    'a(evil@evil.example)@b.co',
    'a@b.co\u2028Bcc: evil@evil.example',
    'a@b.co\u0085Bcc: evil@evil.example',
    'a@b.co%0d%0aBcc:evil@evil.example',
    'a@b.co\\r\\nBcc: evil@evil.example',
    '=?utf-8?Q?a=40b.co=0D=0ABcc=3A_evil=40evil.example?=',
    '=?utf-8?B?YUBiLmNvDQpCY2M6IGV2aWxAZXZpbC5leGFtcGxl?=',
    'a@b.co\r\n\r\nevil body',
    'a@b.co>\r\nRCPT TO:<evil@evil.example',
    'a@b.co> ORCPT=rfc822;evil@evil.example',
    'a@[127.0.0.1]',
    'a@b.co@evil.example',
    '@evil.example:a@b.co',
    'evil.example!a@b.co',
    'a%evil.example@b.co',
    '|/bin/sh@b.co',
    '-oQ/tmp@b.co',
    'a@b.co,evil@evil.example',
    'a@b.co;evil@evil.example',
    'a@b.co|evil@evil.example',
    'a@b.co&evil@evil.example',
    'a@b.co\tevil@evil.example',
    'a@b.co\u00a0evil@evil.example',
    'a@b.co\u200bevil@evil.example',
    'a@b.co\u3000evil@evil.example',
    'a@b.co\u000bBcc: evil@evil.example',
    'a@b.co\u000cBcc: evil@evil.example',
    'a@b.co\u2029Bcc: evil@evil.example',
    'evil@evil.example,',
    ',evil@evil.example',
    '<evil@evil.example',
    'evil@evil.example>',
    '<<evil@evil.example>>',
    'mailto:evil@evil.example',
    'mailto:a@b.co?bcc=evil@evil.example',
    'a@b.co?bcc=evil@evil.example',
    'a@b.co#evil@evil.example',
    'a@b.co/evil@evil.example',
    'http://evil@evil.example',
    'a@b.co:evil@evil.example',
    'a@b.co\\evil@evil.example',
    '\u202eelpmaxe.live@live',
    'a@b.co\u202e, evil@evil.example',
    '=?utf-7?Q?a+AEA-b.co?=',
    'a@b.co\u061c;evil@evil.example',
    'a@b.co%0aBcc%3aevil@evil.example',
    'Bcc: evil@evil.example',
  ]

  test.each(
    hostile,
  )('reaches exactly one address, whatever the e-mail, name and product contain: %j', async text => {
    const { email } = { email: `victim.${++number}@example.com` }
    const clean = text.isWellFormed() ? text : ''
    const store = await aStore(service.database, { name: clean.slice(0, 255) || 'x', contact_email: null })
    service.setNow(delivered)
    const product = { product_id: clean, sku: clean, name: clean, price: 1, url: clean, pictures: [clean] }
    const body = anOrder({
      delivery_date: delivered,
      products: [product],
      customers: [aCustomer({ email, name: clean }), aCustomer({ email: text, name: clean })],
    })
    expect((await service.send('POST', '/orders', { headers: store.headers, body })).status).toBe(201)
    const before = server.received.length
    await runAt(service, due)
    const mails = server.received.slice(before)
    for (const { to, header } of mails) {
      expect(to).toHaveLength(1)
      expect(to[0]).not.toMatch(/evil@/)
      for (const name of ['Bcc', 'Cc', 'Resent-To']) expect(header(name)).toBeUndefined()
    }
    expect(mails.map(({ to }) => to[0])).toContain(email)
    expect(mails.length).toBeLessThanOrEqual(2)
    const heads = mails.map(({ raw }) => raw.slice(0, raw.indexOf('\r\n\r\n')))
    for (const head of heads) {
      const names = head.split('\r\n').flatMap(line => /^([\w-]+):/.exec(line)?.[1] ?? [])
      expect(new Set(names).size).toBe(names.length)
    }
  })
})
