import type { Direction } from '../../../../texts/direction.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { formatNumber } from '../../../foundation/lib/time/formatters.ts'
import { type ComposedKind, isAboutAccess, isNamed } from '../../../foundation/mailings/kinds.ts'
import { mostSubject, mostWords, ownWords } from '../../../tenants/stores/settings/own-words.ts'
import { type MailColors, mailColors } from './colors.ts'
import { type Link, type ViewBlock, type ViewProduct, viewBlocks } from './designs/blocks.ts'
import { fill, type Values } from './fill.ts'
import type { AskedProduct, MailData, MailProduct, Offer } from './mail-data.ts'
import { dateIn, type MailTexts, templateOf, textsFor } from './mail-texts.ts'
import { type Quote, quotesOf } from './quotes.ts'
import { firstName, oneLine, paragraphsOf, webLink } from './safe-text.ts'

/** A mail with final, truncated texts and safe links, before layout. */
export type MailView = {
  language: string
  direction: Direction
  /** Where lines begin: mail programs do not know `start`. */
  start: 'left' | 'right'
  end: 'left' | 'right'
  subject: string
  preheader: string
  store: { name: string; logo?: string | undefined; site?: string | undefined }
  heading: string
  paragraphs: string[][]
  /** Of a designed mail: all between the store's name and the footer. */
  blocks?: ViewBlock[] | undefined
  /** What is given for a review, whatever it says. */
  offer?: string | undefined
  products: ViewProduct[]
  hint: string
  scale: MailTexts['scale']
  more?: string | undefined
  quotes: Quote[]
  after?: string | undefined
  /** Of a designed mail only in its plain text, if no block is a button. */
  button?: Link | undefined
  footer: { why: string; holder: string; links: Link[] }
  colors: MailColors
}

/** The contents of a mail. `shownProducts` is how many of its products it lists. */
export function viewMail<Kind extends ComposedKind>(
  kind: Kind,
  language: string,
  data: MailData[Kind],
  shownProducts: number,
): MailView {
  const texts = textsFor(language)
  const said = texts.kinds[kind]
  const own = ownWords(data.store.mail_words, kind, language)
  const products = 'products' in data ? data.products : []
  const values = valuesOf(kind, data, texts)
  const subject = (sentence: string) => oneLine(fill(sentence, values, language), mostSubject)
  const filled = (text: Parameters<typeof templateOf>[0]) => fill(templateOf(text), values, language)
  const link = webLink(data.link)
  const logo = webLink(data.store.logo_url)
  const offer = 'offer' in data && data.offer ? offerIn(texts, data.offer, values.store) : undefined
  const shown = products.slice(0, shownProducts).map(product => viewProduct(product, texts))
  const more =
    products.length > shownProducts
      ? texts.moreOnThePage({ count: products.length - shownProducts })
      : undefined
  const design = 'design' in data ? data.design : undefined
  const tried = 'subject' in data ? data.subject : undefined
  return {
    language: texts.language,
    ...sidesOf(texts.direction),
    // A subject of "{name}" alone is empty when the name is unknown.
    subject: subject(tried ?? '') || subject(own.subject ?? '') || subject(templateOf(said.subject)),
    preheader: filled(said.preheader),
    store: {
      name: values.store,
      logo,
      site: webLink(data.store.site_url),
    },
    heading: filled(said.heading),
    paragraphs: paragraphsOf(filled(own.words ?? said.words), mostWords + 1_000),
    blocks: design && viewBlocks(design, { filled, offer, products: shown, more, logo, link }),
    offer,
    products: shown,
    hint: texts.hint,
    scale: texts.scale,
    more,
    quotes: quotesOf(kind, data, texts, values.store),
    after: 'after' in said ? filled(said.after) : undefined,
    button: link !== undefined && 'button' in said ? { label: said.button, link } : undefined,
    footer: footerOf(kind, data, filled(said.why), texts),
    colors: mailColors(data.store.color),
  }
}

const nameLength = 120 // characters

/** What the store gives for a review, as its mails and its form say it. */
export function offerIn(texts: MailTexts, { gives, until }: Offer, store: string): string {
  return texts.reward.offer({
    store,
    gives: oneLine(gives, mostSubject * 2).replace(/[.。]$/u, ''),
    date: dateIn(until, texts),
  })
}

type AnyData = MailData[ComposedKind]

function valuesOf(kind: ComposedKind, data: AnyData, texts: MailTexts): Values & { store: string } {
  const products: readonly MailProduct[] =
    'products' in data ? data.products : 'product' in data ? [data.product] : []
  const first = oneLine(products[0]?.name ?? '', nameLength)
  return {
    name: isNamed(kind) && 'name' in data ? firstName(data.name, texts.language) : '',
    store: oneLine(data.store.name, nameLength),
    product: products.length > 1 ? texts.andMore({ product: first, others: products.length - 1 }) : first,
  }
}

export const sidesOf = (direction: Direction): Pick<MailView, 'direction' | 'start' | 'end'> =>
  direction === 'rtl'
    ? { direction, start: 'right', end: 'left' }
    : { direction, start: 'left', end: 'right' }

function viewProduct({ name, picture, url, stars }: AskedProduct, texts: MailTexts): ViewProduct {
  return {
    name: oneLine(name, nameLength),
    picture: webLink(picture),
    initial: name.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? '',
    url: webLink(url),
    stars: stars.flatMap((address, index) => {
      const link = webLink(address)
      const count = index + 1
      const star = { number: formatNumber(count, texts.language), label: texts.stars({ count }) }
      return link === undefined ? [] : [{ link, ...star }]
    }),
  }
}

function footerOf(kind: ComposedKind, data: AnyData, why: string, texts: MailTexts): MailView['footer'] {
  const { holder, privacy, contact, unsubscribe } = texts.footer
  const { data_holder, privacy_url, contact_email } = data.store
  const isToStore = kind === 'question_received' || isAboutAccess(kind)
  const link = (label: string, address: string | undefined) =>
    address === undefined ? [] : [{ label, link: address }]
  return {
    why,
    holder: isToStore ? '' : holder({ holder: oneLine(data_holder ?? data.store.name, nameLength) }),
    links: [
      ...link(privacy, isAboutAccess(kind) ? undefined : webLink(privacy_url)),
      ...link(contact, isToStore ? undefined : mailLink(contact_email)),
      ...link(unsubscribe, webLink(data.unsubscribe)),
    ],
  }
}

// Encoded, so that an address cannot add a subject or a second recipient.
function mailLink(address: string | null): string | undefined {
  const usable = address === null ? undefined : comparableAddress(address)
  return usable && `mailto:${encodeURIComponent(usable).replace('%40', '@')}`
}
