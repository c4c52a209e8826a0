import type { Connection } from '../../../foundation/database/connect.ts'
import { findLanguage, languages } from '../../../foundation/http/language.ts'
import { contrast } from '../../../foundation/lib/contrast.ts'
import { isNamed, type WordedKind, wordedKinds } from '../../../foundation/mailings/kinds.ts'
import { type ShownProduct, sampleProducts } from '../../../tenants/products/products.ts'
import { type DesignedKind, isDesigned } from '../../../tenants/stores/settings/mail-blocks.ts'
import { ownDesign } from '../../../tenants/stores/settings/mail-design.ts'
import { mostSubject, mostWords, ownWords } from '../../../tenants/stores/settings/own-words.ts'
import type { MailWords, Store } from '../../../tenants/stores/stores.ts'
import { dark, light, mailColors } from './colors.ts'
import { askFor, linksOf, previewTokens } from './content.ts'
import type { MailData } from './mail-data.ts'
import { templateOf, textsFor } from './mail-texts.ts'
import { type Sample, sampleIn } from './samples.ts'
import { mostBytes, type RenderedMail, renderMail } from './templates.ts'

/** The mail texts that a store may change, with our defaults. */
export function mailContentOf(store: Store) {
  const { locale, color, logo_url, mail_words } = store
  const languages = languagesOf(store)
  return {
    language: locale,
    color,
    logo_url,
    languages,
    limits: { subject: mostSubject, words: mostWords, bytes: mostBytes },
    kinds: wordedKinds.map(kind => ({
      kind,
      placeholders: [...(isNamed(kind) ? ['{name}'] : []), '{store}', '{product}'],
      standard: Object.fromEntries(
        languages.map(language => [language, standardOf(mail_words, kind, language)]),
      ),
      own: mail_words[kind] ?? {},
      ...(isDesigned(kind) && designsOf(store, kind, languages)),
    })),
  }
}

// `inherited`: the blocks of a related language (pt for pt-BR), for a language without its own.
function designsOf({ mail_designs }: Store, kind: DesignedKind, languages: string[]) {
  const own = mail_designs[kind] ?? {}
  const inherited = languages.flatMap(language => {
    const { [language]: _, ...others } = own
    const blocks = ownDesign({ [kind]: others }, kind, language)
    return blocks ? [[language, blocks] as const] : []
  })
  const standard = languages.map(language => {
    const { heading, button } = textsFor(language).kinds[kind]
    return [language, { heading: templateOf(heading), button }] as const
  })
  return {
    designs: { own, inherited: Object.fromEntries(inherited), standard: Object.fromEntries(standard) },
  }
}

// Without a store's words in exactly this language, use those in a related one (pt for pt-BR), then ours.
function standardOf(own: MailWords, kind: WordedKind, language: string): { subject: string; words: string } {
  const { [language]: _, ...others } = own[kind] ?? {}
  const { subject, words } = textsFor(language).kinds[kind]
  const standard = { subject: templateOf(subject), words: templateOf(words) }
  return { ...standard, ...ownWords({ [kind]: others }, kind, language) }
}

// The store's own language first. One of ours that is a variant of it (pt-BR of pt) is not listed twice, nor is one that is
// switched off.
function languagesOf({ locale, languages_off, mail_words, mail_designs }: Store): string[] {
  const byLanguages = [...Object.values(mail_words), ...Object.values(mail_designs)]
  const own = [locale, ...byLanguages.flatMap(byLanguage => Object.keys(byLanguage))]
  const left = new Set<string | undefined>([...own.map(findLanguage), ...languages_off])
  return [...new Set([...own, ...languages.filter(tag => !left.has(tag))])]
}

/**
 * A mail of this kind as the store's buyers would get it, with products of the store's catalogue. Everything else is
 * made up: no person's words, and no working link. `address` is our public base address.
 */
export async function previewMail(
  db: Connection,
  store: Store,
  { kind, language }: { kind: WordedKind; language: string },
  address: string,
): Promise<RenderedMail> {
  const sample = sampleIn(language)
  const found = await sampleProducts(db, store.store_id, 2)
  const products =
    found.length > 0
      ? found
      : sample.products.map(name => ({ product_id: '', name, url: address, pictures: [] }))
  const data = dataOf(store, sample, products, linksOf(address, previewTokens))
  const design = ownDesign(store.mail_designs, kind, language)
  return renderMail(kind, language, { ...(data[kind] as MailData['request']), design })
}

/** The colours derived from the store's colour for its mails, and their contrast to the page. */
export function colorsOf({ color }: Store) {
  const { brand, onBrand, link, linkInDark } = mailColors(color)
  return {
    brand,
    on_brand: onBrand,
    link,
    link_in_dark: linkInDark,
    contrast: contrast(brand, light),
    contrast_in_dark: contrast(brand, dark),
  }
}

function dataOf(
  store: Store,
  sample: Sample,
  products: ShownProduct[],
  links: ReturnType<typeof linksOf>,
): Pick<MailData, WordedKind> {
  const [first] = products as [ShownProduct]
  const product = { name: first.name, url: first.url, picture: first.pictures[0] ?? null }
  const { name, review, reason } = sample
  const common = { store, link: product.url, unsubscribe: links.unsubscribe }
  const toReader = { ...common, name }
  const asking = {
    ...toReader,
    link: links.form,
    products: products.map(one => askFor(one, links.form)),
  }
  const aboutReview = { ...toReader, product, review }
  const question = { body: sample.question, display_name: name }
  const confirming = { store, link: links.confirm, unsubscribe: null, product }
  return {
    request: asking,
    reminder: asking,
    review_published: aboutReview,
    review_rejected: { ...aboutReview, link: null, reason },
    review_replied: { ...aboutReview, reply: sample.reviewReply },
    question_received: { ...common, link: null, unsubscribe: null, product, question },
    question_answered: { ...toReader, product, question, reply: sample.questionReply },
    answer_published: {
      ...toReader,
      ...{ product, question, answer: { body: sample.questionReply, display_name: 'Rui' } },
    },
    reward: { ...toReader, product, gives: sample.gift, code: 'THANKS-7K2P', expires_on: null },
    confirm_review: confirming,
    report_received: { ...common, link: null, product, what: 'review' },
    report_decided: {
      ...{ ...common, link: null, product, what: 'review' },
      ...{ isKept: false, reason, isAutomated: false },
    },
    confirm_question: confirming,
    confirm_answer: confirming,
  }
}
