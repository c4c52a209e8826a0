import { render, type TemplateResult } from 'lit/html.js'
import { parentOf } from '../../../locale.ts'
import { dress } from '../../dress.ts'
import { styles } from './dialogs.styles.ts'

const sheet = [styles]

/** The kind of the dialog in which a text is written. */
export const writing = 'write-dialog'

export type Dialog = {
  draw: (content: TemplateResult) => void
  close: () => void
}

/**
 * Opens a modal dialog in the element's shadow tree. The browser traps the focus, closes the dialog on Escape and
 * restores the focus. A click outside also closes it, unless there is something to lose. A closed dialog is removed.
 * Undefined if the element has left the page, or has a dialog: a double click asks twice, while the code and the texts
 * are loaded.
 */
export function openDialog(root: ShadowRoot, kind: string, label: string): Dialog | undefined {
  if (!root.isConnected || root.querySelector('dialog')) return undefined
  dress(root, sheet)
  const dialog = document.createElement('dialog')
  dialog.className = kind
  dialog.setAttribute('aria-label', label)
  const { lang, dir } = root.querySelector('.root') as HTMLElement
  Object.assign(dialog, { lang, dir })
  dressAs(root.host, dialog)
  dialog.addEventListener('close', () => dialog.remove())
  // The content fills the dialog, so a click on the dialog itself is a click on its backdrop.
  dialog.addEventListener('click', event => {
    if (event.target === dialog && kind !== writing) dialog.close()
  })
  root.append(dialog)
  return {
    draw: content => {
      render(content, dialog)
      if (dialog.isConnected && !dialog.open) dialog.showModal()
    },
    close: () => (dialog.open ? dialog.close() : dialog.remove()),
  }
}

// A dialog is painted above the page, so a transparent background would not show what the text was chosen for. Without
// an opaque background the browser's own colours apply: dialogs.styles.ts.
function dressAs(host: Element, dialog: HTMLElement): void {
  const paper = paperBehind(host)
  if (paper) Object.assign(dialog.style, { background: paper, color: getComputedStyle(host).color })
}

function paperBehind(start: Element): string | undefined {
  for (let at: Element | null = start; at; at = parentOf(at)) {
    const { backgroundColor } = getComputedStyle(at)
    if (!/rgba|\//.test(backgroundColor)) return backgroundColor
  }
}
