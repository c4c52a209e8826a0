import { type MailServer, startMailServer } from '../../server/test/mail/mail-server.ts'
import { onCleanUp, readyDataDir, type Service, startService, waitFor } from '../service.ts'
import { createStore, orderText, post, query, type Store } from '../store.ts'

export type MailTally = {
  mails: number
  kills: number
  /** Mails received twice, always with the Message-ID of the first. */
  twice: number
  /** Milliseconds from the last kill to the last mail. */
  recovered: number
}

const mostInFlight = 20 // mails of one process in flight, or not yet recorded as sent

/**
 * Sends requests for new orders while their sender is killed with SIGKILL `kills` times, each after a few more mails.
 * Throws unless each buyer got a mail, and duplicates are identical.
 */
export async function killSenders(mails: number, kills: number): Promise<MailTally> {
  const server = await startSlowServer()
  const dataDir = readyDataDir()
  const env = { SMTP_URL: server.url, MAIL_FROM: 'reviews@shop.example', SECRET: 'x'.repeat(40) }
  let service = await startService({ dataDir, env })
  const store = await createStore({ dataDir })
  await sendOrders(service, store, mails)
  let killed = performance.now()
  for (let kill = 0; kill < kills; kill++) {
    const before = server.received.length
    const more = 1 + Math.floor(Math.random() * (mails / kills / 2))
    // A minute until the next job, and half a minute until the killed worker's mails are released.
    await waitFor('more mails', () => server.received.length >= Math.min(mails, before + more), 120_000)
    service = await restart(service, env)
    killed = performance.now()
  }
  await waitFor('all mails', async () => (await statesOf(dataDir)) === `sent ${mails}`, 180_000)
  const recovered = performance.now() - killed
  const twice = countTwice(server, mails)
  if (twice > kills * mostInFlight) throw new Error(`${twice} mails were received twice after ${kills} kills`)
  return { mails, kills, twice, recovered }
}

// Slow, so that a kill finds mails at every stage.
async function startSlowServer(): Promise<MailServer> {
  const server = await startMailServer({ onRcptTo: (_address, _session, done) => void setTimeout(done, 20) })
  onCleanUp(server.close)
  return server
}

async function sendOrders(service: Service, store: Store, mails: number): Promise<void> {
  for (let number = 0; number < mails; number++) {
    const customers = [{ name: 'Ana', email: `buyer.${number}@example.com`, phone: '' }]
    const order = orderText(`order-${number}`, { customers, request_review_at: '2026-01-01T00:00:00Z' })
    const { status } = await post(service.url, store, order)
    if (status !== 201) throw new Error(`an order got ${status}`)
  }
}

async function restart(service: Service, env: Record<string, string>): Promise<Service> {
  service.kill('SIGKILL')
  await service.ended
  return await startService({ dataDir: service.dataDir, env })
}

async function statesOf(dataDir: string): Promise<string> {
  const rows = await query<{ state: string; count: string }>(
    dataDir,
    'select state, count(*) from mailings group by state order by state',
  )
  return rows.map(({ state, count }) => `${state} ${count}`).join(', ')
}

function countTwice({ received }: MailServer, mails: number): number {
  const ids = new Map<string, Set<string | undefined>>()
  for (const { to, header } of received) {
    const [buyer = ''] = to
    ids.set(buyer, (ids.get(buyer) ?? new Set()).add(header('Message-ID')))
  }
  if (ids.size !== mails) throw new Error(`${mails - ids.size} buyers got no mail`)
  for (const [buyer, ofBuyer] of ids)
    if (ofBuyer.size !== 1) throw new Error(`${buyer} got ${ofBuyer.size} different mails`)
  return received.length - mails
}
