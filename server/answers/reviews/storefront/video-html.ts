import type { Language } from '../../../foundation/http/language.ts'
import { type Html, html } from '../../../foundation/lib/text/html.ts'
import { formatSeconds } from '../../../foundation/lib/time/formatters.ts'
import { textsIn } from '../../../foundation/texts/texts.ts'
import { sizedOf, type videosOf } from './shown.ts'

/** Videos in reviews.html, which has no scripts. */

export type Video = ReturnType<typeof videosOf>[number]

/**
 * The player of a video, with its captions. Without crossorigin, browsers load no captions from another origin than
 * that of the page.
 */
export function player({ poster, captions = [], ...video }: Video, language: Language): Html {
  const tracks = captions.map(
    one =>
      html`<track kind="captions" src="${one.url}" srclang="${one.language}" label="${nameOf(one.language)}">`,
  )
  return html`<video src="${video.url}" poster="${poster ? sizedOf(poster, 640) : ''}" aria-label="${describe(video, language)}" controls playsinline preload="none" crossorigin="anonymous" width="320" height="240">${tracks}</video>`
}

/** `Video, 12 seconds` */
export function describe({ seconds }: Pick<Video, 'seconds'>, language: Language): string {
  return `${textsIn('widgets', language).strips.video}, ${formatSeconds(seconds, language)}`
}

/** The sign on a poster: `0:12`. */
export function clock({ seconds }: Video): Html {
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return html`<span class="rw-film" aria-hidden="true">${time}</span>`
}

export const videoStyle = {
  html: `.rw-list .rw-pictures video{background:#101113;border-radius:4px;max-width:100%}
.rw-list :is(.rw-pictures,.rw-tiles) a{display:block;position:relative}
.rw-list .rw-film{background:#0a0a0cb8;border-radius:99px;bottom:.35rem;color:#fff;direction:ltr;font-size:.75rem;left:.35rem;line-height:1.6;padding:0 .6em;position:absolute}
.rw-list .rw-film::before{border:solid transparent;border-left-color:currentColor;border-width:.35em 0 .35em .55em;content:'';display:inline-block;margin-right:.4em}`,
}

/** The name of a language in itself. */
function nameOf(tag: string): string {
  return new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
}
