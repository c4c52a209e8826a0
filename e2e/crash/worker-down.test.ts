import { afterEach, expect, test } from 'vitest'
import { findCitus } from '../../server/test/database/citus.ts'
import { aCustomer } from '../../server/test/factories.ts'
import { type MailServer, startMailServer } from '../../server/test/mail/mail-server.ts'
import { cleanUp, onCleanUp, startService, waitFor } from '../service.ts'
import { createStore, orderText, post, type Store } from '../store.ts'
import { startOnCitus } from './on-citus.ts'
import { prove, proveWhole, startWriting } from './rounds.ts'

afterEach(cleanUp)

const patience = 900_000 // ms
const lookEachMinute = 150_000 // ms, for a busy machine

test.skipIf(!findCitus())(
  'while a Citus worker is down, only its stores wait',
  async () => {
    const { options, mails, rowsOf, lost, other, kill, restore } = await startOnTwoWorkers()
    const service = await startService(options)
    const writingLost = startWriting(0, lost, () => service.url)
    const writingOther = startWriting(1, other, () => service.url)
    await waitFor('orders of both', () => writingLost.accepted.size > 30 && writingOther.accepted.size > 30)
    await kill()
    await waitFor('an order that is answered 503', () => writingLost.unknown.size > 0)
    const known = writingOther.accepted.size
    await waitFor('more orders of the other store', () => writingOther.accepted.size > known + 100)
    await expectAnswers(service.url, lost, { status: 503, error_code: 805030 })
    await expectAnswers(service.url, other, { status: 201 })
    expect(await statusOfRead(service.url, lost, 'P-uncached')).toBe(503)
    expect(await statusOfRead(service.url, other, 'P-uncached')).toBe(200)

    // The look of the minute fails to ask the lost worker, and lists the stores of the other.
    await sendDue(service.url, other, 'due-other', 'other@example.com')
    await waitFor('the mail of the other store', () => mailTo(mails, 'other@example.com'), lookEachMinute)

    await restore()
    const before = writingLost.accepted.size
    await waitFor('orders of the store that was lost', () => writingLost.accepted.size > before)
    await sendDue(service.url, lost, 'due-lost', 'lost@example.com')
    await waitFor(
      'the mail of the store that was lost',
      () => mailTo(mails, 'lost@example.com'),
      lookEachMinute,
    )
    await writingLost.stop()
    await writingOther.stop()

    // Not even the orders that shared a connection with failed ones were refused.
    expect([...writingOther.unknown]).toEqual([])
    const sentLost = await prove(rowsOf, lost, service.url, writingLost)
    const sentOther = await prove(rowsOf, other, service.url, writingOther)
    await proveWhole(rowsOf, lost, { sent: sentLost + 1 })
    await proveWhole(rowsOf, other, { sent: sentOther + 2 })
  },
  patience,
)

test.skipIf(!findCitus())(
  'an instance that starts while a Citus worker is down serves the other stores',
  async () => {
    const { options, mails, other, lost, kill, restore } = await startOnTwoWorkers()
    await kill()
    const service = await startService(options)
    await expectAnswers(service.url, other, { status: 201 })
    await expectAnswers(service.url, lost, { status: 503, error_code: 805030 })
    await sendDue(service.url, other, 'due-other', 'other@example.com')
    await waitFor('the mail of the other store', () => mailTo(mails, 'other@example.com'), lookEachMinute)
    await restore()
    await waitFor('an order', async () => (await post(service.url, lost, orderText('back'))).status === 201)
  },
  patience,
)

/** A distributed database, a store on each worker, and `kill` for the worker of `lost`. */
async function startOnTwoWorkers() {
  const mails = await startMailServer()
  onCleanUp(mails.close)
  const citus = await startOnCitus({ SMTP_URL: mails.url, MAIL_FROM: 'reviews@shop.example' })
  const { options, rowsOf, homeOf, killWorker, cluster } = citus
  // No order of the writers is due before its time.
  const aStore = () => createStore(options, ['--request-delay', '365'])
  const lost = await aStore()
  const { port: home } = await homeOf(lost)
  let other = await aStore()
  while ((await homeOf(other)).port === home) other = await aStore()
  return { options, mails, rowsOf, lost, other, kill: () => killWorker(home), restore: cluster.ensureRunning }
}

let answered = 0
async function expectAnswers(
  url: string,
  store: Store,
  { status, error_code }: { status: number; error_code?: number },
): Promise<void> {
  const answer = await post(url, store, orderText(`single-${++answered}`))
  expect({ status: answer.status, error_code: answer.body.error_code }).toEqual({ status, error_code })
}

async function statusOfRead(url: string, { store_id, store_key }: Store, product: string): Promise<number> {
  const query = new URLSearchParams({ store_id, store_key, product_id: product })
  return (await fetch(`${url}/api/v1/ratings.json?${query}`)).status
}

/** An order whose request is due now. */
async function sendDue(url: string, store: Store, orderId: string, email: string): Promise<void> {
  const customers = [aCustomer({ email })]
  const at = new Date().toISOString()
  const answer = await post(url, store, orderText(orderId, { customers, request_review_at: at }))
  expect(answer.status).toBe(201)
}

const mailTo = ({ received }: MailServer, address: string) => received.some(({ to }) => to.includes(address))
