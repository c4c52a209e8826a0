import { html, nothing, type TemplateResult } from 'lit/html.js'
import { searchIcon } from '../icons.ts'
import type { Say } from '../say.ts'
import { orders, type Query } from './feed.ts'
import { downIcon } from './icons.ts'
import { oneStar, starCount } from './stars.ts'

export type ToolsView = {
  say: Say
  query: Query
  /** The text of the search field, which may not have been searched yet. */
  typed: string
  /** The number of the product's reviews with 1 to 5 stars; undefined if the header has a histogram, which filters by stars. */
  counts: readonly number[] | undefined
  isHidden: boolean
  search: (terms: string) => void
  toggleStars: (stars: number) => void
  find: (change: Partial<Query>) => void
}

/** Search field, star filter and order. Native controls support every keyboard and screen reader. */
export function tools(view: ToolsView): TemplateResult {
  const { say, query } = view
  const { texts } = say
  return html`<div part="tools" class="tools" id="tools" ?hidden=${view.isHidden}>
    <label class="search">
      ${searchIcon}
      <input
        type="search"
        maxlength="200"
        placeholder=${texts.searchReviews}
        aria-label=${texts.searchReviews}
        .value=${view.typed}
        @input=${(event: Event) => view.search((event.target as HTMLInputElement).value)}
      />
    </label>
    ${view.counts ? starButtons(view, view.counts) : nothing}
    <label class="sort">
      <span>${texts.sortBy}</span>
      <span class="picker"><select @change=${(event: Event) => view.find({ orderBy: (event.target as HTMLSelectElement).value as Query['orderBy'] })}>
        ${orders.map(
          order =>
            html`<option value=${order} .selected=${order === query.orderBy}>${texts.orders[order]}</option>`,
        )}
      </select>${downIcon}</span>
    </label>
  </div>`
}

function starButtons({ say, query, toggleStars }: ToolsView, counts: readonly number[]): TemplateResult {
  return html`<div class="chips" role="group" aria-label=${say.texts.filterByStars}>
    ${[5, 4, 3, 2, 1].map(value => {
      const count = counts[value] ?? 0
      const [label, total] = starCount(value, count, say)
      return html`<button
        type="button"
        class="pill chip"
        aria-pressed=${query.ratings.includes(value)}
        ?disabled=${count === 0}
        @click=${() => toggleStars(value)}
      >
        ${label}
        <span class="which" aria-hidden="true">${say.number(value)}${oneStar()}</span>
        ${total}
      </button>`
    })}
  </div>`
}
