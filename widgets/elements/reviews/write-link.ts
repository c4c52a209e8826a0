import type { LoadingElement } from '../loading-element.ts'
import type { Say } from '../say.ts'

/**
 * Opens the form of a clicked link in a dialog. Without this, it is a link: to be opened in another tab, and where the
 * form's code cannot be loaded.
 */
export function writeInDialog(event: MouseEvent, host: LoadingElement, say: Say | undefined): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('[part=write]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  import('./dialogs/write.ts').then(
    ({ write }) => write(host, say as Say, link),
    () => open(link.href),
  )
}
