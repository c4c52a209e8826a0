import { html, nothing, type TemplateResult } from 'lit/html.js'
import { read } from '../../../api.ts'
import type { Source } from '../../../config.ts'
import { css, sheetOf } from '../../../css.ts'
import { localeOf } from '../../../locale.ts'
import type { Say } from '../../say.ts'
import type { AnswersView, Query } from '../feed.ts'
import { stars } from '../stars.ts'
import type { Answer } from '../wire.ts'

/** The answers to a store's own questions. Loaded only where the store asks any. */

type AnswerView = {
  say: Say
  query: Query
  find: (change: Partial<Query>) => void
  /** Whether filters are left out, because the reviews are few. */
  isFew: boolean
}

type Value = { value: number | string; label: string; count: number }

type Question = {
  id: string
  type: 'scale' | 'rating' | 'choice' | 'choices' | 'text'
  label: string
  count: number
  average?: number
  distribution: Value[]
}

/** Reads the summary of the product's answers, with labels in this language. Throws on failure. */
export async function loadAnswers(
  source: Source,
  language: string,
  signal: AbortSignal,
): Promise<AnswersView> {
  const product = { [source.product.name]: source.product.value }
  const { result } = await read<{ result: { attributes?: Question[] }[] }>(
    source,
    'ratings',
    { ...product, expand: 'attributes', locale: localeOf(language) },
    signal,
  )
  // Products can have the same SKU. Their reviews are one list, whose counts nobody has summed.
  const questions = result.length === 1 ? (result[0]?.attributes ?? []) : []
  return {
    adopt: root => {
      const sheet = sheetOf(styles)
      if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
    },
    summary: (say, query, find, isFew) => summary(questions, { say, query, find, isFew }),
    ofReview: (answers, say) => answersOf(answers, say),
  }
}

function summary(questions: Question[], view: AnswerView): TemplateResult | typeof nothing {
  const shown = questions.filter(({ distribution }) => distribution.length > 0)
  if (shown.length === 0) return nothing
  return html`<div part="attributes" class="answers">${shown.map(one => question(one, view))}</div>`
}

function question({ id, type, label, average, distribution }: Question, view: AnswerView): TemplateResult {
  const { say, query } = view
  const name = `attribute.${id}`
  return html`<div class="answer" role="group" aria-label=${label}>
    <p class="asked">
      <b dir="auto">${label}</b>
      ${average === undefined ? nothing : type === 'rating' ? stars(average, say) : html`<span>${ofFive(say.average(average), say)}</span>`}
    </p>
    ${type === 'scale' && average !== undefined ? track(average, distribution) : nothing}
    <div class="chips">
      ${distribution
        .filter(({ count }) => count > 0)
        .map(
          ({ value, label, count }) => html`<button
            type="button"
            class="pill chip"
            ?disabled=${view.isFew}
            aria-pressed=${query.answers?.[name]?.includes(String(value)) ?? false}
            @click=${() => toggle(view, name, String(value))}
          >
            <span dir="auto">${typeof value === 'number' && label === String(value) ? say.number(value) : label}</span>
            <span class="count">${say.number(count)}</span>
          </button>`,
        )}
    </div>
  </div>`
}

function toggle({ query, find }: AnswerView, name: string, value: string): void {
  const { [name]: chosen = [], ...others } = query.answers ?? {}
  const left = chosen.filter(one => one !== value)
  const now = left.length < chosen.length ? left : [...chosen, value]
  const answers = { ...others, ...(now.length > 0 && { [name]: now }) }
  // Five at most: see the API.
  if (Object.values(answers).flat().length <= 5)
    find({ answers: Object.keys(answers).length > 0 ? answers : undefined })
}

const ofFive = (value: string, { number }: Say) => `${value}/${number(5)}`

/** Where the average is between the ends. Decoration: the number is beside the label. */
function track(average: number, [low, , mid, , high]: Value[]): TemplateResult {
  const end = (value?: Value) => (value && value.label !== String(value.value) ? value.label : '')
  return html`<div aria-hidden="true">
    <div class="track"><i .style=${`inset-inline-start:${(average - 1) * 25}%`}></i></div>
    <p class="ends"><span dir="auto">${end(low)}</span><span dir="auto">${end(mid)}</span><span dir="auto">${end(high)}</span></p>
  </div>`
}

function answersOf(answers: readonly Answer[], say: Say): TemplateResult | typeof nothing {
  if (answers.length === 0) return nothing
  return html`<dl class="given">
    ${answers.map(
      ({ label, type, value, value_label }) => html`<div>
        <dt dir="auto">${label}</dt>
        <dd dir="auto">${type === 'rating' ? stars(Number(value), say) : type === 'scale' && value_label === String(value) ? ofFive(say.number(Number(value)), say) : value_label}</dd>
      </div>`,
    )}
  </dl>`
}

const styles = [
  css`
    .answers {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr));
      gap: var(--rw-spacing-lg, 1.5rem);
      margin-block: var(--rw-spacing-md, 1rem) var(--rw-spacing-lg, 1.5rem);
    }

    .answer {
      min-width: 0;
    }

    .asked {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0 var(--rw-spacing-sm, 0.5rem);
      margin: 0 0 var(--rw-spacing-sm, 0.5rem);
    }

    .track {
      position: relative;
      block-size: 4px;
      margin: 0.75rem 7px;
      border-radius: 2px;
      background: var(--rw-border-color, color-mix(in srgb, currentColor 16%, transparent));
    }

    .track i {
      position: absolute;
      inset-block-start: -5px;
      inline-size: 14px;
      block-size: 14px;
      margin-inline-start: -7px;
      border-radius: 50%;
      background: var(--rw-primary-color, currentColor);
    }

    .ends {
      display: grid;
      grid-template-columns: repeat(3, 1fr);
      gap: var(--rw-spacing-sm, 0.5rem);
      margin: 0 0 var(--rw-spacing-sm, 0.5rem);
      font-size: var(--rw-font-size-sm, 0.875rem);
    }

    .ends :nth-child(1) {
      justify-self: start;
    }

    .ends :nth-child(2) {
      justify-self: center;
    }

    .ends :nth-child(3) {
      justify-self: end;
    }

    .answers .chips {
      display: flex;
      flex-wrap: wrap;
    }

    .answers .chip {
      flex: none;
      flex-direction: row;
      padding-inline: 0.75rem;
    }

    .answers .count {
      font-variant-numeric: tabular-nums;
      opacity: 0.75;
    }

    .given {
      display: flex;
      flex-wrap: wrap;
      gap: var(--rw-spacing-xs, 0.25rem) var(--rw-spacing-lg, 1.5rem);
      margin: var(--rw-spacing-sm, 0.5rem) 0 0;
      font-size: var(--rw-font-size-sm, 0.875rem);
    }

    .given div {
      display: flex;
      flex-wrap: wrap;
      gap: 0 0.4rem;
      min-width: 0;
    }

    .given dd {
      margin: 0;
      font-weight: 600;
      overflow-wrap: anywhere;
    }
  `,
]
