import { html, type TemplateResult } from 'lit/html.js'
import { dress } from '../../dress.ts'
import { notifyPage } from '../../element.ts'
import { closeIcon } from '../../icons.ts'
import type { LoadingElement, Look } from '../../loading-element.ts'
import type { Say } from '../../say.ts'
import { closeOnBack } from './history.ts'
import { openDialog, writing } from './open-dialog.ts'
import { styles } from './write.styles.ts'

const sheet = [styles]
const patience = 10_000 // ms for a frame to load
const grace = 2000 // ms from then until its script answers
const highest = 4000 // px

/** Set when a frame was refused, by the shop's policy or by ours: a shopper need not wait for the next one. */
let isRefused = false

/**
 * Opens the form that a link leads to in a dialog of the page. Where the frame is refused, or does not answer in time,
 * the page of the link opens as it does without this script. Notifies the page once a review was sent.
 */
export function write(host: LoadingElement, say: Say, { href }: HTMLAnchorElement): void {
  const { renderRoot: root } = host
  if (isRefused) openPage(href)
  const dialog = isRefused ? undefined : openDialog(root, writing, say.texts.write)
  if (!dialog) return
  dress(root, sheet)
  dialog.draw(content(say, frameAddress(href, host.look), dialog.close))
  const box = root.querySelector('dialog') as HTMLDialogElement
  box.classList.add(host.look.theme)
  const closed = new AbortController()
  const { signal } = closed
  box.addEventListener('close', () => closed.abort())
  // An element that leaves the page takes its dialogs with it, without an event.
  new ResizeObserver(() => box.isConnected || closed.abort()).observe(box)
  keepPageStill(signal)
  const gone = closeOnBack(dialog.close, signal)
  const frame = root.querySelector('iframe') as HTMLIFrameElement
  listen(frame, signal, {
    answered: () => {
      box.classList.add('ready')
      frame.focus()
    },
    sent: () => notifyPage(host, 'rw-review-sent'),
    close: dialog.close,
    refused: () => {
      isRefused = true
      dialog.close()
      void gone.then(() => openPage(href))
    },
  })
}

type Events = Record<'answered' | 'sent' | 'close' | 'refused', () => void>

// Accepts only messages from the frame's window and the service's origin: any page can send messages to any other.
function listen(frame: HTMLIFrameElement, signal: AbortSignal, events: Events): void {
  const { origin } = new URL(frame.src)
  let timer = setTimeout(events.refused, patience)
  const once = () => clearTimeout(timer)
  let isAnswered = false
  const heard = ({ source, origin: from, data }: MessageEvent) => {
    if (source !== frame.contentWindow || from !== origin) return
    if (data?.type === 'review_sent') events.sent()
    if (data?.type === 'frame_escape') events.close()
    if (data?.type !== 'iframe_height_change' || !(data.height > 0)) return
    frame.style.height = `${Math.min(Number(data.height), highest)}px`
    if (isAnswered) return
    isAnswered = true
    once()
    events.answered()
  }
  const hurry = () => {
    once()
    if (!isAnswered) timer = setTimeout(events.refused, grace)
  }
  const blocked = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) events.refused()
  }
  addEventListener('message', heard, { signal })
  frame.addEventListener('load', hurry, { signal })
  document.addEventListener('securitypolicyviolation', blocked, { signal })
  signal.addEventListener('abort', once)
}

function content({ texts }: Say, address: string, close: () => void): TemplateResult {
  return html`<div class="waiting blank" aria-hidden="true"><i></i><i></i><i></i></div>
    <iframe src=${address} title=${texts.write}></iframe>
    <button class="round shut" type="button" aria-label=${texts.close} @click=${close}>${closeIcon}</button>`
}

function frameAddress(href: string, look: Look): string {
  const url = new URL(href)
  for (const [name, value] of Object.entries({ embed: '1', ...look })) url.searchParams.set(name, value)
  return url.href
}

// The page keeps the room of its scrollbar, so nothing moves.
function keepPageStill(signal: AbortSignal): void {
  const { style } = document.documentElement
  const { overflow, scrollbarGutter } = style
  const hasBar = innerWidth > document.documentElement.clientWidth
  Object.assign(style, { overflow: 'hidden', ...(hasBar && { scrollbarGutter: 'stable' }) })
  signal.addEventListener('abort', () => Object.assign(style, { overflow, scrollbarGutter }))
}

// A blocked window would be no way at all.
function openPage(href: string): void {
  const opened = open(href)
  if (opened) opened.opener = null
  else location.assign(href)
}
