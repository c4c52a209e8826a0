import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Say } from '../../say.ts'
import type { Review } from '../wire.ts'

type Video = NonNullable<Review['videos']>[number]

/**
 * The player of a video, with the captions of the store. Those in the language of the texts are displayed. Without
 * crossorigin, browsers load no captions from another origin than that of the page.
 */
export function player({ url, poster, captions = [] }: Video, { locale }: Say): TemplateResult {
  const own =
    captions.find(({ language }) => language === locale) ??
    captions.find(({ language }) => baseOf(language) === baseOf(locale))
  const stop = (event: Event) => event.stopPropagation()
  // Its own keys and gestures move within it.
  return html`<video
    crossorigin=${captions.length > 0 ? 'anonymous' : nothing}
    src=${url}
    poster=${poster ?? nothing}
    controls
    playsinline
    preload="none"
    @pointerdown=${stop}
    @keydown=${stop}
    >${captions.map(
      caption =>
        html`<track
          kind="captions"
          src=${caption.url}
          srclang=${caption.language}
          label=${nameOf(caption.language)}
          ?default=${caption === own}
        />`,
    )}</video
  >`
}

const baseOf = (tag: string) => tag.split('-')[0]

/** The name of a language in itself. */
function nameOf(tag: string): string {
  return new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
}
