import { html, nothing, type TemplateResult } from 'lit/html.js'
import { addressOf } from '../../../api.ts'
import type { Source } from '../../../config.ts'
import { dress } from '../../dress.ts'
import { notifyPage } from '../../element.ts'
import { closeIcon } from '../../icons.ts'
import type { Say } from '../../say.ts'
import type { RwQuestions } from '../questions.ts'
import { styles } from './form.styles.ts'
import { listenToFrame } from './frame-messages.ts'

/** What a form is for. `name` is that of its parameter, and `sent` the event that tells the page. */
export type About = { source: Source; path: string; name: string; sent: string }

export type Form = {
  /** The value of its parameter, while it is open. */
  readonly opened: string | undefined
  /** Opens it for a value, or closes it if it is open for this one. `opener` gets the focus back. */
  toggle: (value: string, opener: HTMLElement) => void
  /** Closes it without moving the focus. */
  stop: () => void
  /** Its frame, or nothing while it is closed. */
  frame: (say: Say, title: string) => TemplateResult | typeof nothing
}

const sheet = [styles]

/** A form of the service in a frame of the element. Only pages whose shopper opens it load this code, or answers do. */
export function createForm(element: RwQuestions, { source, path, name, sent }: About): Form {
  let opened: string | undefined
  let opener: HTMLElement | undefined
  let listening = new AbortController()
  const stop = () => {
    listening.abort()
    opened = undefined
    element.requestUpdate()
  }
  const close = () => {
    stop()
    opener?.focus()
  }
  const open = async (value: string, button: HTMLElement) => {
    listening.abort()
    listening = new AbortController()
    const { signal } = listening
    opened = value
    opener = button
    element.requestUpdate()
    await element.updateComplete
    const frame = element.renderRoot.querySelector<HTMLIFrameElement>(`.${sent}`)
    if (!frame || signal.aborted) return
    frame.focus()
    const events = {
      height: (pixels: number) => {
        frame.style.height = `${pixels}px`
      },
      sent: () => notifyPage(element, sent),
    }
    listenToFrame(frame, events, signal)
  }
  return {
    get opened() {
      return opened
    },
    toggle: (value, button) => (opened === value ? close() : void open(value, button)),
    stop,
    frame: ({ texts, locale }, title) => {
      if (opened === undefined) return nothing
      // With each rendering, because a new design replaces the sheets.
      dress(element.renderRoot, sheet)
      const { look } = element
      const address = addressOf(source, path, { [name]: opened, locale, ...look })
      return html`<div part="frame" class="frame ${look.theme}">
        <iframe class=${sent} src=${address} title=${title}></iframe>
        <button class="shut" type="button" aria-label=${texts.close} @click=${close}>${closeIcon}</button>
      </div>`
    },
  }
}
