import { html, type TemplateResult } from 'lit/html.js'
import { sizedOf } from '../icons.ts'
import type { DetailTexts } from '../reviews/extras/details.ts'
import type { Say } from '../say.ts'
import type { StripTexts } from './strip-texts.ts'

export type StripView = {
  say: Say
  texts: StripTexts
  /** Undefined if no review has a note. */
  noteTexts: DetailTexts | undefined
  /** Pictures that cannot be displayed. */
  broken: ReadonlySet<string>
  breaks: (address: string) => void
  open: (address: string) => (event: MouseEvent) => void
}

/** A picture as a link to itself; `content` covers it, and `words` are added to its name. */
export function pictureLink(
  address: string,
  { place, count, style, words }: { place: number; count: number; style: string; words?: string | undefined },
  { say, breaks, open }: StripView,
  content?: unknown,
): TemplateResult {
  return html`<a
    part="picture"
    class=${style}
    href=${address}
    rel="nofollow ugc"
    aria-label=${say.texts.openPicture({ place, count }) + (words ? `, ${words}` : '')}
    @click=${open(address)}
    ><img
      src=${sizedOf(address, 640)}
      alt=""
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
      draggable="false"
      @error=${() => breaks(address)} />${content}</a
  >`
}
