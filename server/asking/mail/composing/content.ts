import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { findLanguage, languageFor } from '../../../foundation/http/language.ts'
import {
  type ComposedKind,
  isAboutAccess,
  isNamed,
  isToTeam,
  type MailKind,
  type NoticeKind,
} from '../../../foundation/mailings/kinds.ts'
import type { Tokens } from '../../../foundation/mailings/links.ts'
import type { OwnAnswer } from '../../../foundation/mailings/own-answers.ts'
import { ownDesign } from '../../../tenants/stores/settings/mail-design.ts'
import { inLanguage } from '../../../tenants/stores/settings/own-words.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { OrderedProduct } from '../../orders/asked-products.ts'
import type { AskedProduct, MailData, Offer } from './mail-data.ts'
import { renderTeamMail, type TeamMails } from './team-mail.ts'
import { type RenderedMail, renderMail } from './templates.ts'

/** The input of a mail. `asked` is the products that a request or reminder asks about. */
export type MailInput = {
  /** Of the mailing; previews have none. */
  id?: string
  kind: MailKind
  name: string | null
  language: string
  recordId: string | null
  asked: OrderedProduct[]
  tokens: Tokens
  /** What a request or reminder promises. */
  offer?: Offer | undefined
  /** The subjects of a test, by language, in place of the usual one. */
  subjects?: Record<string, string> | undefined
}

export type Content = RenderedMail & { unsubscribe: string | null }

/** The addresses of a mail's links. `address` is our public base address. */
export function linksOf(address: string, { link, unsubscribe }: Tokens) {
  return {
    form: `${address}/r/${link}`,
    confirm: `${address}/confirm/${link}`,
    unsubscribe: unsubscribe && `${address}/u/${unsubscribe}`,
    // In the fragment: browsers do not send it, and proxies do not log it.
    reset: `${address}/admin#reset=${link}`,
    invitation: `${address}/admin#invitation=${link}`,
    dashboard: `${address}/admin`,
  }
}

/** The tokens of a preview, whose links open nothing. */
export const previewTokens: Tokens = { link: 'preview', unsubscribe: 'preview' }

/** Supplies the mails about reviews and questions with facts: see `server/answers/mail-kinds.ts`. */
export type ContentNotices = { [Kind in NoticeKind]: NoticeContent<Kind> }

/** Supplies all mails that the records of higher districts decide. */
export type NoticeKinds = ContentNotices & { team: TeamMails }

export type NoticeContent<Kind extends NoticeKind> = {
  /** Returns the mail's data. Throws if the record is gone. */
  facts: (db: Connection, store: Store, about: About) => Promise<Facts<Kind>>
  /** Returns why the mail no longer applies, because its record changed since; undefined while it applies. */
  outdated?: (db: Connection, storeId: string, recordId: string) => Promise<OwnAnswer | undefined>
}

export type About = { recordId: string; language: string; links: Links }

// The rest is the same for every kind.
type Facts<Kind extends ComposedKind> = Kind extends ComposedKind
  ? Omit<MailData[Kind], 'store' | 'unsubscribe' | 'name'>
  : never

/** Writes a mail from the current records. Throws if a record is gone, or nothing is left to ask about. */
export async function writeMail(
  db: Connection,
  notices: NoticeKinds,
  store: Store,
  written: MailInput,
  address: string,
): Promise<Content> {
  const { kind, name, recordId } = written
  if (isToTeam(kind)) {
    const row = { kind, id: written.id ?? '', recordId: recordId ?? '' }
    const { unsubscribe } = linksOf(address, written.tokens)
    const mail = await notices.team.write(db, store, row, address)
    return { ...renderTeamMail(store, mail, unsubscribe), unsubscribe }
  }
  const language = languageAt(store, written)
  const links = linksOf(address, written.tokens)
  const about = { recordId: recordId ?? '', language, links }
  const facts = await factsOf(db, notices, store, { ...written, kind }, about)
  const data = { store, unsubscribe: links.unsubscribe, name: isNamed(kind) ? (name ?? '') : '', ...facts }
  const mail = renderInAnyCase(kind, language, data as MailData['request'])
  return { ...mail, unsubscribe: links.unsubscribe }
}

// A design that the products of an order make too large must not stop the mail: it is our usual one then.
function renderInAnyCase(kind: ComposedKind, language: string, data: MailData['request']): RenderedMail {
  try {
    return renderMail(kind, language, data)
  } catch (error) {
    if (data.design === undefined || !(error instanceof ApiError)) throw error
    return renderMail(kind, language, { ...data, design: undefined })
  }
}

// The tag as it was named, such as es-MX, for words of the store's own in it.
function languageAt(store: Store, { kind, language }: MailInput): string {
  const isOn = isAboutAccess(kind) || languageFor(store, language) === findLanguage(language)
  return isOn ? language : store.locale
}

type Links = ReturnType<typeof linksOf>

async function factsOf(
  db: Connection,
  notices: NoticeKinds,
  store: Store,
  { kind, asked, offer, subjects }: MailInput & { kind: ComposedKind },
  about: About,
): Promise<Facts<ComposedKind>> {
  const { links, language } = about
  if (kind === 'password_reset') return { link: links.reset }
  if (kind === 'invitation') return { link: links.invitation }
  if (kind === 'webhook_disabled') return { link: links.dashboard }
  if (kind !== 'request' && kind !== 'reminder') return await notices[kind].facts(db, store, about)
  if (asked.length === 0) throw new Error('no order is left to ask about')
  const products = asked.map(product => askFor(product, links.form))
  return {
    ...{ link: links.form, products, offer },
    design: ownDesign(store.mail_designs, kind, language),
    subject: inLanguage(subjects, language),
  }
}

/** A star in the mail only preselects a rating: scanners open every link, so opening one must not vote. */
export function askFor(
  { name, pictures, url, product_id }: Pick<OrderedProduct, 'name' | 'pictures' | 'url' | 'product_id'>,
  form: string,
): AskedProduct {
  const star = (rating: number) => `${form}?product=${encodeURIComponent(product_id)}&rating=${rating}`
  return {
    name,
    url,
    picture: pictures?.[0] ?? null,
    stars: [star(1), star(2), star(3), star(4), star(5)],
  }
}
