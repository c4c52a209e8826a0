import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Say } from '../say.ts'
import { blankCard, type CardView, card } from './cards/card.ts'
import type { FeedState } from './feed.ts'
import { writeLink } from './header.ts'
import { oneStar } from './stars.ts'

export type ListView = {
  say: Say
  state: FeedState
  isGrid: boolean
  /** Whether all filters are left out, because the reviews are few. */
  isFew: boolean
  cards: CardView
  clear: () => void
  more: () => void
  retry: () => void
}

/** The result count, the cards, and the button for more. */
export function list(view: ListView): TemplateResult {
  const { say, state, isGrid, cards } = view
  const { reviews, failed, busy, count } = state
  if (failed === 'filter') return html`${found(view)}${failure(say, view.retry)}`
  return html`${found(view)}
    <ul part="list" role="list" class="list ${isGrid ? 'grid' : ''}" aria-busy=${busy === 'filter'}>
      ${reviews.map(review => html`<li>${card(review, cards)}</li>`)}
    </ul>
    ${count === 0 ? html`<p class="note">${say.texts.noReviewsFound}</p>` : nothing}
    ${state.hasMore ? more(view) : nothing}`
}

/** The message when no review could be loaded. */
export function failure(say: Say, retry: () => void): TemplateResult {
  return html`<div class="note">
    <p>${say.texts.failed}</p>
    <button part="button" class="pill" type="button" @click=${retry}>${say.texts.retry}</button>
  </div>`
}

/** The message for a product without reviews. */
export function empty(say: Say, writeUrl: string | undefined): TemplateResult {
  return html`<div class="note none">
    ${oneStar()}
    <slot name="empty"><b>${say.texts.noReviews}</b></slot>
    ${
      writeUrl
        ? html`<p>${say.texts.beFirst}</p>
            ${writeLink(writeUrl, say)}`
        : nothing
    }
  </div>`
}

/** Placeholders while loading, at least as tall as the screen, so that content below stays out of view. */
export function blanks(isGrid: boolean, cards: number): TemplateResult {
  return html`<div class="blanks" aria-hidden="true">
    <div class="head blank"><i></i><i></i></div>
    <div class="list ${isGrid ? 'grid' : ''}">${Array.from({ length: cards }, blankCard)}</div>
  </div>`
}

// Rendered before the first filter is chosen, so that nothing moves then.
function found({ say, state, isFew, clear }: ListView): TemplateResult | typeof nothing {
  if (isFew && !state.hasMore) return nothing
  const { query, count, summary, failed, reviews } = state
  const isFiltered = query.ratings[0] || query.answers || query.terms
  const [some, all] = isFiltered ? [count, summary?.total ?? 0] : [reviews.length, count]
  const counted = say.texts[isFiltered ? 'countOf' : 'showing']({ count: some, total: all })
  return html`<div class="found" tabindex="-1">
    <span>${failed ? nothing : counted}</span>
    ${
      isFiltered
        ? html`<button class="link" type="button" @click=${clear}>${say.texts.clearFilters}</button>`
        : nothing
    }
  </div>`
}

// A button instead of page numbers: loaded reviews stay in place, nothing above them moves, one control is enough, and
// the focus moves to the first new review.
function more({ say, state, more }: ListView): TemplateResult {
  const { failed, busy } = state
  return html`<div class="more">
    ${failed ? html`<p>${say.texts.failed}</p>` : nothing}
    <button part="button" class="pill" type="button" aria-disabled=${busy === 'more'} @click=${more}>
      ${failed ? say.texts.retry : say.texts.more}
    </button>
  </div>`
}
