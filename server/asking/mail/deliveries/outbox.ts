import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { isUuid } from '../../../foundation/lib/ids/uuid.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { hasUnsubscribe, type MailKind } from '../../../foundation/mailings/kinds.ts'
import { currentTokens, type LinkHashes, type Tokens } from '../../../foundation/mailings/links.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { productsToReview, readProductsOfParts } from '../../orders/asked-products.ts'
import { requestsOfMailing } from '../../requests/requests.ts'
import { openPromises, promiseTo } from '../../rewards/promises.ts'
import { type NoticeKinds, previewTokens, writeMail } from '../composing/content.ts'
import { messageOf, type Sender } from '../delivering/message.ts'
import { rawMessage } from '../delivering/raw-message.ts'

export type KeptMail = {
  store_id: string
  store: string
  id: string
  kind: MailKind
  email: string
  state: 'queued' | 'sent' | 'kept' | 'failed' | 'suppressed' | 'cancelled'
  created_at: Date
}

/** The newest mails of every store, at most 100 of each. */
export async function listKept(db: Connection): Promise<KeptMail[]> {
  return await db.query<KeptMail>(sql`
    select stores.store_id, stores.name as store, newest.*
    from stores
    cross join lateral (
      select id, kind, email, state, created_at
      from mailings
      where mailings.store_id = stores.store_id and email is not null
      order by id desc
      limit 100
    ) as newest
    order by newest.id desc`)
}

export type ShownMail = {
  subject: string
  /** Name and address, such as `Ana Martins <ana@example.com>`. */
  from: string
  to: string
  date: Date
  html: string
  text: string
  /** As a mail server would receive them. */
  headers: string
}

type KeptRow = LinkHashes & {
  id: string
  kind: MailKind
  email: string
  name: string | null
  language: string
  record_id: string | null
  requests_of: string | null
  link_salt: Buffer | null
  created_at: Date
}

type Showing = { secrets: Secrets; sender: Sender; address: string; notices: NoticeKinds }

/** A mail as the recipient would see it, written from the current records. Throws `route_unknown`. */
export async function showKept(
  db: Connection,
  { secrets, sender, address, notices }: Showing,
  storeId: string,
  mailingId: string,
): Promise<ShownMail> {
  const [row] =
    isUuid(storeId) && isUuid(mailingId)
      ? await db.query<KeptRow>(sql`
          select id, kind, email, name, language, record_id, requests_of, link_salt, link_hash, unsubscribe_hash,
            created_at
          from mailings
          where store_id = ${storeId} and id = ${mailingId} and email is not null`)
      : []
  if (!row) throw new ApiError('route_unknown')
  const store = await readStore(db, storeId)
  const requests = row.requests_of ? await requestsOfMailing(db, storeId, row.requests_of) : []
  const asked = productsToReview(await readProductsOfParts(db, storeId, requests), store.form_products)
  const orderIds = asked.map(({ order_id }) => order_id)
  const promises = await openPromises(db, storeId, orderIds, row.created_at)
  const offer = promiseTo(promises, comparableAddress(row.email) ?? null, orderIds)
  const written = {
    ...row,
    recordId: row.record_id,
    asked,
    tokens: tokensToShow(secrets, storeId, row),
    offer,
  }
  const content = await writeMail(db, notices, store, written, address)
  const letter = {
    ...content,
    storeId,
    mailingId,
    from: store.name,
    to: { name: row.name ?? '', email: row.email },
    replyTo: store.contact_email,
    date: row.created_at,
  }
  const raw = rawMessage(messageOf(letter, sender)).toString('utf8')
  return {
    ...content,
    from: `${store.name} <${sender.address}>`,
    to: row.name ? `${row.name} <${row.email}>` : row.email,
    date: row.created_at,
    headers: raw.slice(0, raw.indexOf('\r\n\r\n')),
  }
}

// An erased mail has no salt, so its links open nothing here.
function tokensToShow(secrets: Secrets, storeId: string, row: KeptRow): Tokens {
  const { link_salt, kind } = row
  if (link_salt) return currentTokens(secrets, { ...row, storeId, link_salt })
  return { ...previewTokens, unsubscribe: hasUnsubscribe(kind) ? previewTokens.unsubscribe : null }
}
