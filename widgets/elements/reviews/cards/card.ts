import { html, nothing, type TemplateResult } from 'lit/html.js'
import { type Folding, foldable } from '../../foldable.ts'
import { sealIcon, sizedOf, stars } from '../../icons.ts'
import { replyOf } from '../../reply.ts'
import { nameOf, type Say } from '../../say.ts'
import type { Additions } from '../extras/additions.ts'
import type { Details } from '../extras/details.ts'
import { checkIcon, infoIcon, personIcon, thumbIcon } from '../icons.ts'
import type { Review } from '../wire.ts'

/** The state and callbacks of a card besides its review. */
export type CardView = Folding & {
  storeName: string | undefined
  isVoted: (id: string) => boolean
  votes: (review: Review) => number
  vote: (review: Review) => void
  report: (review: Review) => void
  open: (review: Review, picture: number) => void
  /** Hides the button of a picture that fails to load. */
  isBroken: (address: string) => boolean
  breaks: (address: string) => void
  added: Additions
  product?: ((review: Review) => unknown) | undefined
  /** Loads what the (i) says. */
  explain: () => unknown
}

/** Whether its author works for the store or got a reward, or the store chose it. */
export const isMarked = (one: Review) => one.insider || one.incentivized || one.pinned

/** Renders a review. User texts are bound as text, with automatic direction. */
export function card(review: Review, view: CardView): TemplateResult {
  const { say } = view
  const { machine, marks, about, answers } = view.added
  const { id, title, body, reply, generated = nothing } = machine?.shown(review) ?? review
  const votes = view.votes(review)
  return html`<article part="card" class="card" tabindex="-1" aria-labelledby="who-${id}" data-generated=${generated}>
    ${byline(review, say, `who-${id}`, marks)}
    ${title ? html`<h3 part="title" class="title" dir="auto">${title}</h3>` : nothing}
    ${view.product?.(review)} ${body ? foldable(id, body, '', view) : nothing}
    ${machine?.bar(review, say)} ${recommendation(review, say)}
    ${answers?.ofReview(review, say)} ${pictures(review, view)}
    ${reply ? replyOf(reply, view, foldable(`${id}:`, reply.body, '', view)) : nothing}
    <div class="deeds">
      <button
        part="button"
        class="pill"
        type="button"
        aria-pressed=${view.isVoted(id)}
        @click=${() => view.vote(review)}
      >
        ${thumbIcon}${votes > 0 ? say.texts.helpfulCount({ count: votes }) : say.texts.helpful}
      </button>
      <button class="quiet" type="button" @click=${() => view.report(review)}>
        ${say.texts.report}
      </button>
    </div>
    ${
      review.origin === undefined
        ? nothing
        : html`<details class="about" @toggle=${view.explain}>
            <summary aria-label=${say.texts.about}>${infoIcon}</summary>
            ${about?.(review, say)}
          </details>`
    }
  </article>`
}

/** The author, the stars and the date of a review. */
export function byline(review: Review, say: Say, id = '', marks?: Details['marks']): TemplateResult {
  return html`<div class="by">
    <span class="face" aria-hidden="true">${initialOf(review.display_name) ?? personIcon}</span>
    <p class="who">
      <span part="author" class="name" id=${id || nothing} dir="auto">${nameOf(review, say)}</span>
      ${review.verified_purchase ? html`<span part="verified" class="verified">${sealIcon}${say.texts.verified}</span>` : nothing}
      ${marks?.(review)}
    </p>
    <p class="when">
      ${stars(review.rating, say)}
      <time class="date" datetime=${review.created_at}>${say.date(review.created_at)}</time>
    </p>
  </div>`
}

/** The line that the author recommends the product, if so. */
export function recommendation({ is_recommended }: Review, say: Say): TemplateResult | typeof nothing {
  return is_recommended ? html`<p class="advice">${checkIcon}${say.texts.recommends}</p>` : nothing
}

/** A placeholder for a card. */
export function blankCard(): TemplateResult {
  return html`<div class="card blank"><i></i><i></i><i></i><i></i></div>`
}

function pictures(review: Review, view: CardView): TemplateResult | typeof nothing {
  const { pictures, videos } = review
  if (pictures.length === 0) return nothing
  const label = (index: number) => view.say.texts.openPicture({ place: index + 1, count: pictures.length })
  return html`<ul class="pictures">
    ${pictures.map(
      (address, index) =>
        html`<li class=${videos?.some(({ poster }) => poster === address) ? 'film' : nothing} ?hidden=${view.isBroken(address)}>
          <button type="button" aria-label=${label(index)} @click=${() => view.open(review, index)}>
            <img
              src=${sizedOf(address, 160)}
              alt=""
              width="72"
              height="72"
              loading="lazy"
              decoding="async"
              referrerpolicy="no-referrer"
              @error=${() => view.breaks(address)}
            />
          </button>
        </li>`,
    )}
  </ul>`
}

function initialOf(name: string): string | undefined {
  return [...name.trim()][0]?.toUpperCase()
}
