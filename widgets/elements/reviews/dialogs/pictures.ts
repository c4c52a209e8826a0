import { html, nothing, type TemplateResult } from 'lit/html.js'
import { closeIcon, icon } from '../../icons.ts'
import type { Say } from '../../say.ts'
import { stars } from '../stars.ts'
import type { Review } from '../wire.ts'
import { dialogTexts } from './dialog-texts.ts'
import { openDialog } from './open-dialog.ts'

const backIcon = icon('m14.5 5.5-6.5 6.5 6.5 6.5')

const swipe = 40 // px: smaller movements are not swipes

/** Shows a review's pictures full size. Arrow keys and swipes change the picture; the first follows the last. */
export function showPictures(root: ShadowRoot, review: Review, first: number, say: Say): void {
  const { length } = review.pictures
  const isRightToLeft = getComputedStyle(root.host).direction === 'rtl'
  const dialog = openDialog(root, 'pictures-dialog', dialogTexts[say.locale].pictureBy(review.display_name))
  let index = first
  const turn = (by: number) => {
    index = (index + by + length) % length
    draw()
  }
  const turnTowards = (right: number) => turn(isRightToLeft ? -right : right)
  const draw = () => dialog.draw(page(review, index, { say, turn, turnTowards, close: dialog.close }))
  draw()
}

type PageView = {
  say: Say
  turn: (by: number) => void
  /** 1 moves to the right. */
  turnTowards: (right: number) => void
  close: () => void
}

function page(review: Review, index: number, { say, turn, turnTowards, close }: PageView): TemplateResult {
  const { pictures, display_name, rating } = review
  const { previous, next, pictureBy, pictureOf } = dialogTexts[say.locale]
  let from = 0
  const down = (event: PointerEvent) => {
    from = event.clientX
  }
  const up = (event: PointerEvent) => {
    const way = event.clientX - from
    if (Math.abs(way) > swipe) turnTowards(-Math.sign(way))
  }
  const key = (event: KeyboardEvent) => {
    const right = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (right) turnTowards(right)
  }
  return html`<div class="pages" @keydown=${key}>
    <div class="page" @pointerdown=${down} @pointerup=${up}>
      <img src=${pictures[index]} alt=${pictureBy(display_name)} referrerpolicy="no-referrer" draggable="false" />
    </div>
    <p class="caption">
      ${stars(rating, say)}<b dir="auto">${display_name}</b>
      <span role="status">${pictureOf(say.number(index + 1), say.number(pictures.length))}</span>
    </p>
    ${pictures.length > 1 ? [arrowButton('back', previous, () => turn(-1)), arrowButton('next', next, () => turn(1))] : nothing}
    <button class="round shut" type="button" autofocus aria-label=${say.texts.close} @click=${close}>
      ${closeIcon}
    </button>
  </div>`
}

function arrowButton(kind: string, label: string, turn: () => void): TemplateResult {
  return html`<button class="round ${kind}" type="button" aria-label=${label} @click=${turn}>${backIcon}</button>`
}
