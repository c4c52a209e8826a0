import type { ChannelRow } from '../../asking/channels/channel-rows.ts'
import type { Composed } from '../../asking/channels/claim.ts'
import type { Message } from '../../asking/channels/messages.ts'
import { fill } from '../../asking/mail/composing/fill.ts'
import { textsFor } from '../../asking/mail/composing/mail-texts.ts'
import { firstName, oneLine } from '../../asking/mail/composing/safe-text.ts'
import type { Queued } from '../../asking/mail/delivering/queued.ts'
import { languageFor } from '../../foundation/http/language.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { segmentsOf, withoutRareLetters } from './sms/segments.ts'
import { templateLanguage } from './whatsapp/template-language.ts'

/** What a message says: a template with its parameters and the end of its link, or a text. */
export type Content =
  | { template: string; language: string; parameters: string[]; link: string }
  | { text: string }

/** The facts that a message is made of. */
export type Facts = Pick<Queued, 'name' | 'language' | 'asked'> & { link: string }

// A product name is shortened so that an SMS keeps few segments, and a template its five lines.
const longest = { name: 30, store: 40, order: 40, product: 60 }

/** Writes a message to a buyer. Names are one line each, and contain no address that a stranger typed as a name. */
export function composeMessage(
  store: Store,
  row: ChannelRow,
  { is_marketing }: Pick<Message, 'is_marketing'>,
  facts: Facts,
  address: string,
): Composed<Content> {
  return row.channel === 'whatsapp'
    ? composeTemplate(store, row, is_marketing, facts)
    : composeText(store, row, facts, address)
}

function composeTemplate(
  store: Store,
  { settings }: ChannelRow,
  isMarketing: boolean,
  facts: Facts,
): Composed<Content> {
  const template = isMarketing ? settings.marketing_template : settings.template
  const available = settings.languages?.split(',') ?? []
  const language = templateLanguage(available, facts.language) ?? templateLanguage(available, store.locale)
  if (!template || !language) return { problem: 'no_template' }
  const values = valuesOf(store, facts)
  const named = (settings.parameters ?? 'order,product').split(',').filter(name => name !== 'none')
  // WhatsApp refuses an empty parameter.
  const parameters = named.map(name => values[name as keyof typeof values] || '👋')
  return { content: { template, language, parameters, link: `r/${facts.link}` } }
}

function composeText(
  store: Store,
  { settings }: ChannelRow,
  facts: Facts,
  address: string,
): Composed<Content> {
  const values = { ...valuesOf(store, facts), link: `${address}/r/${facts.link}` }
  const language = languageFor(store, facts.language)
  const own = settings.text
  const text = own === undefined ? textsFor(language).sms(values) : fill(own, values, language)
  const sent = withoutRareLetters(text)
  return { content: { text: sent }, segments: segmentsOf(sent) }
}

function valuesOf(store: Store, { name, language, asked }: Facts) {
  const [first] = asked
  const product = oneLine(first?.name ?? '', longest.product)
  const others = asked.length - 1
  return {
    name: firstName(name ?? '', language).slice(0, longest.name),
    store: oneLine(store.name, longest.store),
    order: oneLine(first?.order_id ?? '', longest.order),
    product: others > 0 ? textsFor(language).andMore({ product, others }) : product,
  }
}
