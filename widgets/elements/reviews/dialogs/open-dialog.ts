import { render, type TemplateResult } from 'lit/html.js'
import { sheetOf } from '../../../css.ts'
import { styles } from './dialogs.styles.ts'

const dialogStyles = [styles]

export type Dialog = {
  draw: (content: TemplateResult) => void
  close: () => void
}

/**
 * A modal dialog in the element's shadow tree. The browser keeps the focus inside, closes it by Escape and gives
 * the focus back; a click outside closes it too. Once closed it is gone.
 */
export function openDialog(root: ShadowRoot, kind: string, label: string): Dialog {
  const sheet = sheetOf(dialogStyles)
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
  const dialog = document.createElement('dialog')
  dialog.className = kind
  dialog.setAttribute('aria-label', label)
  dialog.addEventListener('close', () => dialog.remove())
  // A dialog fills its frame: what is clicked on the dialog itself is clicked outside of what it holds.
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close()
  })
  root.append(dialog)
  return {
    draw: content => {
      render(content, dialog)
      if (dialog.isConnected && !dialog.open) dialog.showModal()
    },
    close: () => dialog.close(),
  }
}
