import { load } from 'texts:widgets/machine'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Catalogues } from '../../../../build/texts/catalogues.ts'
import { addressOf, read } from '../../../api.ts'
import type { Source } from '../../../config.ts'
import { dress } from '../../dress.ts'
import type { Say } from '../../say.ts'
import type { Offer, Review } from '../wire.ts'
import { styles } from './machine.styles.ts'

/**
 * Texts of the store's language model: translations that a shopper asks for, and the summary of a product's reviews.
 */
export type Machine = {
  /** The language that it writes. */
  locale: string
  offer: Offer
  /** The review as it is shown: translated, if the shopper chose so. */
  shown: (review: Review) => Review
  /** The button to translate a review in another language, and the note that it was translated. */
  bar: (review: Review, say: Say) => TemplateResult | typeof nothing
  summary: (say: Say) => TemplateResult | typeof nothing
}

type Use = Pick<Say, 'locale' | 'formats'> & { offer: Offer; root: ShadowRoot; draw: () => void }

type Texts = Catalogues['widgets']['machine']

type Summary = { points: string[]; reviews: number; language: string; model: string }

type Translation = { title: string; body: string; reply: string | null; language: string }

type State = { isBusy?: boolean; isShown?: boolean; hasFailed?: boolean; translation?: Translation }

const patience = 1_500 // ms that the list waits for the summary: later, it would push the list down
const longest = 60_000 // ms that a translation may take

const sheet = [styles]

/**
 * Loads the texts, and the summary if the list offers one. `draw` is called after each change. Never fails for want of
 * a summary.
 */
export async function createMachine(
  source: Source,
  { locale, formats, offer, root, draw }: Use,
): Promise<Machine> {
  const [{ texts: make }, summary] = await Promise.all([
    load(locale),
    offer.summarizes ? readSummary(source, locale) : undefined,
  ])
  const texts = make(formats)
  const states = new Map<string, State>()
  const stateOf = (id: string) => states.get(id) ?? {}
  const set = (id: string, change: State) => {
    states.set(id, { ...stateOf(id), ...change })
    draw()
  }
  const toggle = async ({ id }: Review) => {
    const { isBusy, isShown, translation } = stateOf(id)
    if (isBusy) return
    if (isShown || translation) return set(id, { isShown: !isShown })
    set(id, { isBusy: true, hasFailed: false })
    const made = await translate(source, id, locale).catch(() => undefined)
    set(id, made ? { isBusy: false, isShown: true, translation: made } : { isBusy: false, hasFailed: true })
  }
  return {
    locale,
    offer,
    shown: review => {
      const { isShown, translation } = stateOf(review.id)
      return isShown && translation ? translated(review, translation) : review
    },
    bar: review => {
      if (!offer.translates || !isForeign(review, locale)) return nothing
      dress(root, sheet)
      return bar(stateOf(review.id), texts, () => void toggle(review))
    },
    summary: say => {
      if (!summary) return nothing
      dress(root, sheet)
      return summaryOf(summary, texts, say)
    },
  }
}

async function readSummary(source: Source, locale: string): Promise<Summary | undefined> {
  const product = { [source.product.name]: source.product.value }
  const asked = { ...product, limit: 1, expand: 'summary', locale }
  try {
    const { meta } = await read<{ meta: { summary?: Summary | null } }>(
      source,
      'reviews',
      asked,
      AbortSignal.timeout(patience),
    )
    return meta.summary ?? undefined
  } catch {
    return undefined
  }
}

async function translate(source: Source, id: string, locale: string): Promise<Translation> {
  const response = await fetch(addressOf(source, `api/v1/reviews/${id}/translations`, {}), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ locale }),
    credentials: 'omit',
    signal: AbortSignal.timeout(longest),
  })
  if (!response.ok) throw new Error(`translations: ${response.status}`)
  return await response.json()
}

function translated(review: Review, { title, body, reply }: Translation): Review {
  return {
    ...review,
    title,
    body,
    reply: review.reply && { ...review.reply, body: reply ?? review.reply.body },
    generated: 'machine',
  }
}

// A review without words needs no translation. Chinese in other characters does.
function isForeign({ language, title, body }: Review, locale: string): boolean {
  if (!language || !(title + body).trim()) return false
  return written(language) !== written(locale)
}

function written(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${['no', 'nn'].includes(language) ? 'nb' : language} ${script}`
  } catch {
    return tag
  }
}

function bar({ isBusy, isShown, hasFailed }: State, texts: Texts, toggle: () => void): TemplateResult {
  return html`<p part="translation" class="machine">
    <button class="link" type="button" aria-disabled=${isBusy === true} @click=${toggle}>
      ${isShown ? texts.original : texts.translate}
    </button>
    <span aria-live="polite">${isShown ? texts.translated : hasFailed ? texts.failed : nothing}</span>
  </p>`
}

function summaryOf({ points, reviews, language, model }: Summary, texts: Texts, say: Say): TemplateResult {
  return html`<section
    part="summary"
    class="digest"
    aria-labelledby="digest"
    data-generated="machine"
    data-model=${model}
  >
    <h3 id="digest">${texts.summary}</h3>
    <ul lang=${language}>
      ${points.map(point => html`<li>${point}</li>`)}
    </ul>
    <p>${texts.written} · ${say.texts.reviewCount({ count: reviews })}</p>
  </section>`
}
