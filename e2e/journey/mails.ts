import sql from 'sql-template-tag'
import { decode, formLinkIn } from '../../server/test/mail/decoded-mails.ts'
import type { MailServer } from '../../server/test/mail/mail-server.ts'
import type { PurchaseClock } from './send.ts'
import type { Service } from './service.ts'

/** A request as its buyer received it: the mail, its address, and the link to the form. */
export type Asked = { address: string; form: string; raw: string }

/** Moves the clock from one due date to the next until every request was sent, and reads the received mails. */
export async function waitForMails(
  service: Service,
  mails: MailServer,
  time: PurchaseClock,
  stop: AbortSignal,
): Promise<Asked[]> {
  let now = 0
  for (let due = await nextDue(service); due !== undefined; due = await nextDue(service)) {
    stop.throwIfAborted()
    now = Math.max(now, due.getTime())
    time.moveTo(now)
    await service.runDue()
    const after = await nextDue(service)
    // Due requests that are still pending were postponed: a buyer gets one mail a day, or the mail server was slow.
    if (after && after.getTime() <= now) now += 60 * 60_000
  }
  return mails.received.map(({ to, raw }) => ({ address: to[0] ?? '', form: formLinkIn(decode(raw)), raw }))
}

async function nextDue({ database, storeId }: Service): Promise<Date | undefined> {
  const [row] = await database.query<{ due: Date | null }>(sql`
    select min(due_at) as due
    from review_requests
    where store_id = ${storeId} and state = 'scheduled'`)
  return row?.due ?? undefined
}
