import { html, nothing, type TemplateResult } from 'lit/html.js'
import { closeIcon, icon, sizedOf } from '../../icons.ts'
import { replyOf } from '../../reply.ts'
import { nameOf, type Say } from '../../say.ts'
import type { Answers } from '../attributes/load.ts'
import { byline, isMarked, recommendation } from '../cards/card.ts'
import type { Details } from '../extras/details.ts'
import type { Review } from '../wire.ts'
import { type DialogTexts, loadDialogTexts } from './dialog-texts.ts'
import { openDialog } from './open-dialog.ts'
import { player } from './player.ts'
import type { Picture, Reel } from './reel.ts'
import { type Swipe, swiping } from './swipe.ts'

const backIcon = icon('m14.5 5.5-6.5 6.5 6.5 6.5')

const ahead = 3 // pictures before the end, at which more are loaded

export type Shown = { say: Say; storeName: string | undefined; reel: Reel; first: string }

/**
 * Shows pictures full size, beside the text of their reviews. Arrow keys, buttons and swipes lead to the others of the
 * reel; the first follows the last.
 */
export async function showPictures(root: ShadowRoot, shown: Shown): Promise<void> {
  const { say, reel, first } = shown
  const readParts = () =>
    partsOf(
      root,
      say,
      reel.pictures.map(({ review }) => review),
    )
  let [texts, parts] = await Promise.all([loadDialogTexts(say), readParts()])
  const dialog = openDialog(root, 'pictures-dialog', texts.pictures)
  if (!dialog) return
  let index = Math.max(
    0,
    reel.pictures.findIndex(({ address }) => address === first),
  )
  let isFar = true // no animation over many pictures
  const draw = () => {
    const picture = reel.pictures[index]
    if (!picture) return dialog.close()
    dialog.draw(
      viewer(picture, { ...shown, ...parts, texts, index, isFar, turn, swipe, drop, close: dialog.close }),
    )
    root.querySelector('.strip [aria-current=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const extend = async () => {
    if (reel.isWhole) return
    await reel.extend()
    parts = await readParts()
    draw()
  }
  const turn = async (by: number) => {
    // Further reviews may be among those that are displayed already, and add no picture.
    while (index + by === reel.pictures.length && !reel.isWhole) await extend()
    const { length } = reel.pictures
    const next = (index + by + length) % length
    isFar = Math.abs(next - index) > 1
    index = next
    draw()
    root.querySelector('.told')?.scrollTo(0, 0)
    if (index + ahead >= length) await extend()
  }
  const drop = (address: string) => {
    const at = reel.pictures.findIndex(one => one.address === address)
    if (at < 0) return
    reel.drop(address)
    if (at < index) index--
    index = Math.min(index, reel.pictures.length - 1)
    draw()
  }
  const swipe = swiping(right => turn(say.dir === 'rtl' ? -right : right))
  draw()
  if (index + ahead >= reel.pictures.length) void extend()
}

type Parts = { answers: Answers['ofReview'] | undefined; marks: Details['marks'] }

/**
 * What the reviews answer to the store's own questions, and whether their authors work for the store or got a reward. The code
 * of each is loaded if a review has it.
 */
async function partsOf(root: ShadowRoot, say: Say, reviews: Review[]): Promise<Parts> {
  const isAnswered = reviews.some(({ attributes }) => attributes?.[0])
  const [answers, marks] = await Promise.all([
    // Without them the review is complete.
    isAnswered ? import('../attributes/load.ts').catch(() => undefined) : undefined,
    reviews.some(isMarked)
      ? import('../extras/load.ts').then(({ loadMarks }) => loadMarks(root, say))
      : undefined,
  ])
  return { answers: answers?.answersIn(root), marks }
}

type View = Shown &
  Parts & {
    texts: DialogTexts
    index: number
    isFar: boolean
    turn: (by: number) => void
    swipe: Swipe
    drop: (address: string) => void
    close: () => void
  }

function viewer(picture: Picture, view: View): TemplateResult {
  const { say, texts, swipe, turn, close } = view
  return html`<div class="viewer" tabindex="-1" @keydown=${swipe.key}>
    <div class="stage" @pointerdown=${swipe.down} @pointermove=${swipe.move} @pointerup=${swipe.up} @pointercancel=${swipe.cancel}>
      ${track(view)} ${place(picture, view)}
      ${view.reel.pictures.length > 1 ? [arrow('back', texts.previous, () => turn(-1)), arrow('next', texts.next, () => turn(1)), strip(view)] : nothing}
    </div>
    ${words(picture.review, view)}
    ${shutter(say, close)}
  </div>`
}

// Only the picture and its neighbours are loaded.
function track({ reel, index, isFar, say, texts, drop }: View): TemplateResult {
  return html`<ul class="track ${isFar ? 'far' : ''}" .style=${`--at:${index}`}>
    ${reel.pictures.map(
      ({ address, review }, at) =>
        html`<li aria-hidden=${at !== index}>
          ${
            Math.abs(at - index) > 1
              ? nothing
              : (at === index && videoOf(address, review, say)) ||
                html`<img
                  src=${address}
                  alt=${texts.pictureBy({ name: nameOf(review, say) })}
                  referrerpolicy="no-referrer"
                  draggable="false"
                  @error=${() => drop(address)}
                />`
          }
        </li>`,
    )}
  </ul>`
}

// Where a video's poster is, its player. Only that of the current one, so that it falls silent with the next picture.
function videoOf(address: string, { videos }: Review, say: Say): TemplateResult | undefined {
  const video = videos?.find(({ poster }) => poster === address)
  return video && player(video, say)
}

// Without stops for the tab key: the arrow keys lead through the pictures.
function strip({ reel, index, say, turn, drop }: View): TemplateResult {
  const count = reel.pictures.length
  return html`<div class="strip">
    ${reel.pictures.map(
      ({ address }, at) =>
        html`<button
          type="button"
          tabindex="-1"
          aria-label=${say.texts.openPicture({ place: at + 1, count })}
          aria-current=${at === index}
          @click=${() => turn(at - index)}
        >
          <img
            src=${sizedOf(address, 160)}
            alt=""
            loading="lazy"
            referrerpolicy="no-referrer"
            draggable="false"
            @error=${() => drop(address)}
          />
        </button>`,
    )}
  </div>`
}

function place({ review }: Picture, { say, texts, reel, index }: View): TemplateResult {
  const count = say.number(reel.pictures.length) + (reel.isWhole ? '' : '+')
  return html`<p class="place" role="status">
    ${texts.pictureOf({ place: index + 1, count })}<span class="unseen">, ${texts.pictureBy({ name: nameOf(review, say) })}</span>
  </p>`
}

function words(
  review: Review,
  { say, texts, answers, marks, storeName }: Pick<View, 'say' | 'texts' | 'answers' | 'marks' | 'storeName'>,
): TemplateResult {
  const { title, body, product, reply } = review
  return html`<div class="told" tabindex="0" role="region" aria-label=${texts.review}>
    ${byline(review, say, '', marks)}
    ${title ? html`<h2 class="title" dir="auto">${title}</h2>` : nothing}
    ${body ? html`<p class="body" dir="auto">${body}</p>` : nothing}
    ${product?.url ? html`<a class="link" href=${product.url} dir="auto">${product.name}</a>` : nothing}
    ${recommendation(review, say)} ${answers?.(review, say)}
    ${reply ? replyOf(reply, { say, storeName }, html`<p class="body" dir="auto">${reply.body}</p>`) : nothing}
  </div>`
}

/** Shows all of a review without pictures. */
export async function showReview(
  root: ShadowRoot,
  shown: Pick<Shown, 'say' | 'storeName'> & { review: Review },
): Promise<void> {
  const { say, review } = shown
  const [texts, parts] = await Promise.all([loadDialogTexts(say), partsOf(root, say, [review])])
  const dialog = openDialog(root, 'review-dialog', nameOf(review, say))
  dialog?.draw(html`${words(review, { ...shown, ...parts, texts })}${shutter(say, dialog.close)}`)
}

function shutter(say: Say, close: () => void): TemplateResult {
  return html`<button class="round shut" type="button" autofocus aria-label=${say.texts.close} @click=${close}>
    ${closeIcon}
  </button>`
}

function arrow(kind: string, label: string, turn: () => void): TemplateResult {
  return html`<button class="round ${kind}" type="button" aria-label=${label} @click=${turn}>${backIcon}</button>`
}
