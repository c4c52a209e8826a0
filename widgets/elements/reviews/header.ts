import { html, nothing, type TemplateResult } from 'lit/html.js'
import { stars } from '../icons.ts'
import type { Say } from '../say.ts'
import { filterIcon, penIcon } from './icons.ts'
import { oneStar, starCount } from './stars.ts'
import type { Summary } from './summary.ts'

export const headerTypes = ['default', 'histogram', 'compact', 'minimal', 'centered'] as const

export type HeaderType = (typeof headerTypes)[number]

export type HeaderView = {
  say: Say
  summary: Summary
  ratings: readonly number[]
  /** Whether all filters are left out, because the reviews are few. */
  isFew: boolean
  writeUrl: string | undefined
  isOpen: boolean
  /** Shows or hides the tools of the minimal header. */
  toggleTools: () => void
  toggleStars: (stars: number) => void
}

/** The summary above the list, in one of five forms. */
export function header(type: HeaderType, view: HeaderView): TemplateResult {
  const { say, summary, writeUrl } = view
  const hasTools = type === 'minimal' && !view.isFew
  const isSmall = type === 'compact' || type === 'minimal'
  const advice =
    summary.recommended === undefined || isSmall
      ? nothing
      : html`<p class="recommended">
          <b>${say.percent(summary.recommended)}</b> <span>${say.texts.wouldRecommend}</span>
        </p>`
  return html`<div part="header" class="head ${type} ${isSmall ? 'small' : ''}">
    ${score(type, view)} ${type === 'histogram' ? histogram(view) : nothing} ${advice}
    ${
      hasTools || writeUrl
        ? html`<div class="acts">
            ${hasTools ? toolsButton(view) : nothing} ${writeUrl ? writeLink(writeUrl, say) : nothing}
          </div>`
        : nothing
    }
  </div>`
}

/** The link to write a review without an order, in the page's language and with a way back to the page. */
export function writeLink(address: string, { locale, texts }: Say): TemplateResult {
  const url = new URL(address)
  url.searchParams.set('locale', locale)
  // A server leaves it out. The element adds it.
  if ('location' in globalThis) url.searchParams.set('back', location.href.replace(/#.*/, ''))
  return html`<a part="write" class="solid" href=${url.href} target="_blank" rel="noopener"
    ><span>${penIcon}${texts.write}</span></a
  >`
}

function score(type: HeaderType, { say, summary }: HeaderView): TemplateResult {
  const { average, total } = summary
  return html`<div class="score">
    ${type === 'compact' ? html`<span class="unseen">${say.texts.outOfFive({ rating: say.average(average) })}</span>${oneStar()}` : nothing}
    <span part="average" class="average" aria-hidden="true">${say.average(average)}</span>
    <div class="beside">
      ${type === 'compact' ? nothing : stars(average, say)}
      <span class="total">${say.texts.reviewCount({ count: total })}</span>
    </div>
  </div>`
}

/** Five bars. Each is a button that filters by its number of stars, unless the reviews are few. */
function histogram(view: HeaderView): TemplateResult {
  const { say, summary, ratings, isFew, toggleStars } = view
  return html`<div part="histogram" class="bars" role="group" aria-label=${isFew ? nothing : say.texts.filterByStars}>
    ${[5, 4, 3, 2, 1].map(value => {
      const count = summary.stars[value] ?? 0
      const [label, total] = starCount(value, count, say)
      const row = html`${label}<span aria-hidden="true">${say.number(value)}</span>${oneStar()}
        <span class="bar"><span .style=${`inline-size:${(100 * count) / summary.total}%`}></span></span>
        ${total}`
      return isFew
        ? html`<p>${row}</p>`
        : html`<button
            type="button"
            aria-pressed=${ratings.includes(value)}
            ?disabled=${count === 0}
            @click=${() => toggleStars(value)}
          >
            ${row}
          </button>`
    })}
  </div>`
}

function toolsButton({ say, isOpen, toggleTools }: HeaderView): TemplateResult {
  return html`<button class="pill" type="button" aria-expanded=${isOpen} aria-controls="tools" @click=${toggleTools}>
    ${filterIcon}${say.texts.filters}
  </button>`
}
