/**
 * Keeps the place of whoever uses the keyboard or a screen reader. A form that was sent and has mistakes is read at the first
 * one. A button that is disabled while its request runs has the focus again afterwards; if it is gone, the field that
 * was edited last has it. Without this, browsers start again at the top of the page.
 */
export function keepFocus(): void {
  let focused: HTMLElement | undefined
  let field: HTMLElement | undefined
  let sent: HTMLFormElement | undefined
  let isLost = false
  addEventListener('focusin', ({ target }) => {
    isLost = false
    focused = target as HTMLElement
    if (focused.matches('input, textarea, select')) field = focused
  })
  // Whoever clicks beside everything wants no focus.
  addEventListener('pointerdown', () => (focused = undefined), true)
  addEventListener('submit', ({ target }) => (sent = target as HTMLFormElement), true)
  addEventListener('input', () => (sent = undefined), true)

  const restore = () => {
    const mistake = sent?.querySelector<HTMLElement>('[aria-invalid="true"]:enabled')
    if (mistake) {
      sent = undefined
      return mistake.focus()
    }
    if (!focused) return
    isLost ||= !focused.isConnected || focused.matches(':disabled')
    if (!isLost || document.activeElement !== document.body || !document.hasFocus()) return
    if (focused.isConnected) focused.focus({ preventScroll: true })
    else if (sent?.isConnected && field && sent.contains(field)) field.focus({ preventScroll: true })
  }
  new MutationObserver(restore).observe(document, {
    ...{ subtree: true, childList: true },
    attributeFilter: ['disabled', 'aria-invalid'],
  })
}
