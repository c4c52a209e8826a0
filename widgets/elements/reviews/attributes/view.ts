import { html, nothing, type TemplateResult } from 'lit/html.js'
import { stars } from '../../icons.ts'
import type { Say } from '../../say.ts'
import type { Query } from '../feed.ts'
import type { Review } from '../wire.ts'

/** How the reviews of a product answer a question, as `ratings.json` returns it. */
export type Question = {
  id: string
  type: string
  label: string
  /** Of a scale or rating, 1 to 5. */
  average?: number
  /** Empty for texts. */
  distribution: { value: number | string; label: string; count: number }[]
}

export type SummaryView = {
  say: Say
  query: Query
  find: (change: Partial<Query>) => void
  /** Whether all filters are left out, because the reviews are few. */
  isFew: boolean
  isHidden: boolean
}

type Value = Question['distribution'][number]

// The API's maximum.
const mostFilters = 5

/** The averages and counts of each question. Every count is a button that filters by it, unless the reviews are few. */
export function summary(
  [one, ...others]: { attributes?: Question[] }[],
  view: SummaryView,
): TemplateResult | typeof nothing {
  // Products can have the same SKU. Nobody has summed their answers.
  const questions = others[0] ? [] : (one?.attributes ?? []).filter(({ distribution }) => distribution[0])
  if (!questions[0]) return nothing
  return html`<div part="attributes" class="asked" ?hidden=${view.isHidden && !view.isFew}>
    ${questions.map(question => summaryOf(question, view))}
  </div>`
}

function summaryOf(question: Question, view: SummaryView): TemplateResult {
  const { label, type, average, distribution } = question
  const { say } = view
  return html`<div role="group" aria-label=${label}>
    <p>
      <b dir="auto">${label}</b>
      ${average === undefined ? nothing : type === 'rating' ? stars(average, say) : html`<span>${ofFive(say.average(average), say)}</span>`}
    </p>
    ${
      average === undefined
        ? html`<div class="options">
            ${distribution.filter(({ count }) => count > 0).map(value => option(value, question, view))}
          </div>`
        : html`<div class="columns">${distribution.map(value => column(value, question, view))}</div>
            ${ends(distribution)}`
    }
  </div>`
}

function option(value: Value, question: Question, view: SummaryView): TemplateResult {
  return filter(
    html`<span aria-hidden="true" dir="auto">${value.label}</span>`,
    'pill',
    value,
    question,
    view,
  )
}

/** A value of five: a column as high as the share of the reviews that chose it, and its number. */
function column(value: Value, question: Question, view: SummaryView): TemplateResult {
  const most = Math.max(...question.distribution.map(({ count }) => count))
  const share = value.count / most
  const drawn = html`<svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <rect y=${1 - share} width="1" height=${share} />
    </svg>
    <span aria-hidden="true">${view.say.number(Number(value.value))}</span>`
  return filter(drawn, '', value, question, view)
}

function filter(
  drawn: TemplateResult,
  style: string,
  { value, label, count }: Value,
  { id }: Question,
  { say, query, find, isFew }: SummaryView,
): TemplateResult {
  const name = `attribute.${id}`
  const { [name]: chosen = [], ...others } = query.answers ?? {}
  const key = String(value)
  const isChosen = chosen.includes(key)
  // During a search the styles hide counts, which are those of all reviews.
  const content = html`<span class="unseen">${label === key && typeof value === 'number' ? ofFive(say.number(value), say) : label}<span class="count">, ${say.texts.reviewCount({ count })}</span></span>
    ${drawn}${style && html`<span class="count" aria-hidden="true">${say.number(count)}</span>`}`
  if (isFew) return html`<span class=${style}>${content}</span>`
  const toggle = () => {
    const values = isChosen ? chosen.filter(one => one !== key) : [...chosen, key]
    const answers = { ...others, ...(values[0] && { [name]: values }) }
    const { length } = Object.values(answers).flat()
    if (length <= mostFilters) find({ answers: length > 0 ? answers : undefined })
  }
  return html`<button type="button" class=${style} aria-pressed=${isChosen} ?disabled=${count === 0} @click=${toggle}>
    ${content}
  </button>`
}

/** The labels of a scale's ends and middle. The buttons have them for screen readers. */
function ends(distribution: Value[]): TemplateResult | typeof nothing {
  const labels = [0, 2, 4]
    .map(at => distribution[at])
    .map(one => (one?.label === String(one?.value) ? '' : one?.label))
  if (!labels.some(Boolean)) return nothing
  return html`<p class="ends" aria-hidden="true">${labels.map(label => html`<span dir="auto">${label}</span>`)}</p>`
}

// A picture alone in a `dd` would be read twice: Orca says the name of the value, and then that of the picture.
const readStars = (rating: number, say: Say) =>
  html`<b>${say.texts.outOfFive({ rating: say.average(rating) })}</b><b aria-hidden="true">${stars(rating, say)}</b>`

const ofFive = (value: string, { number }: Say) => `${value}/${number(5)}`

/** What a review answers. */
export function answersOf({ attributes = [] }: Review, say: Say): TemplateResult | undefined {
  if (!attributes[0]) return
  return html`<dl class="answers">
    ${attributes.map(
      ({ label, type, value, value_label }) => html`<div>
        <dt dir="auto">${label}</dt>
        <dd dir="auto">${type === 'rating' ? readStars(value as number, say) : typeof value === 'number' && value_label === String(value) ? ofFive(say.number(value), say) : value_label}</dd>
      </div>`,
    )}
  </dl>`
}
