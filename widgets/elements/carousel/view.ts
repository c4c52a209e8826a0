import { html, nothing, type TemplateResult } from 'lit/html.js'
import { icon, sealIcon, stars } from '../icons.ts'
import type { Review } from '../reviews/wire.ts'
import { nameOf } from '../say.ts'
import { pictureLink, type StripView } from '../strips/picture-link.ts'
import { notes } from './notes.ts'

const nextIcon = icon('m9.5 5.5 6.5 6.5-6.5 6.5')

export type RowView = StripView & {
  /** Moves by as many cards as are visible: forwards (1) or back (-1). */
  turn: (by: number) => void
  key: (event: KeyboardEvent) => void
  moved: () => void
  openReview: (review: Review) => void
}

/** A row of reviews that never moves by itself, and buttons to move it. */
export function row(reviews: readonly Review[], view: RowView): TemplateResult {
  const { texts, turn, key, moved } = view
  return html`<ul part="list" class="row" role="list" tabindex="0" aria-label=${texts.reviews} @keydown=${key} @scroll=${moved}>
      ${reviews.map(review => html`<li>${slide(review, view)}</li>`)}
    </ul>
    <div class="turns">
      ${button('prior', texts.previous, () => turn(-1))} ${button('further', texts.next, () => turn(1))}
    </div>`

  function button(kind: string, label: string, act: () => void): TemplateResult {
    return html`<button part="button" class="pill ${kind}" type="button" aria-label=${label} title=${label} @click=${act}>
      ${nextIcon}
    </button>`
  }
}

function slide(review: Review, view: RowView): TemplateResult {
  const { say } = view
  const { id, title, body, product } = review
  return html`<article part="card" class="slide" aria-labelledby="by-${id}">
    ${photo(review, view)}
    <div class="inside">
      <div class="top">
        ${stars(review.rating, say)}
        <time class="date" datetime=${review.created_at}>${say.date(review.created_at)}</time>
      </div>
      ${title ? html`<h3 part="title" class="headline" dir="auto">${title}</h3>` : nothing}
      ${body ? html`<p part="body" class="text" dir="auto">${body}</p>` : nothing}
      <button class="link" type="button" aria-describedby="by-${id}" @click=${() => view.openReview(review)}>
        ${say.texts.readMore}
      </button>
      <div class="foot">
        <p class="author" id="by-${id}">
          <span part="author" dir="auto">${nameOf(review, say)}</span>
          ${review.verified_purchase ? html`<i part="verified" class="proof" role="img" aria-label=${say.texts.verified}>${sealIcon}</i>` : nothing}
        </p>
        ${product?.name ? ware(product) : nothing} ${notes(review, view.noteTexts)}
      </div>
    </div>
  </article>`
}

function ware({ name, url }: NonNullable<Review['product']>): TemplateResult {
  return url
    ? html`<a part="product" class="ware" href=${url} dir="auto">${name}</a>`
    : html`<p part="product" class="ware" dir="auto">${name}</p>`
}

function photo({ pictures }: Review, view: RowView): TemplateResult | typeof nothing {
  const shown = pictures.filter(address => !view.broken.has(address))
  const [first] = shown
  return first ? pictureLink(first, { place: 1, count: shown.length, style: 'photo' }, view) : nothing
}
