/**
 * Keeps the focus for users of keyboards and screen readers. After a form is refused, it moves to the first invalid field. A
 * button that is disabled while its request runs gets it back. If the button is gone afterwards, the field that was changed
 * last gets it. Without this, browsers start again at the top of the page.
 */
export function keepFocus(): void {
  let focused: HTMLElement | undefined
  let isLost = false
  let isPointer = false
  let changed: HTMLElement | undefined
  let sent: { form: HTMLFormElement; submitter: HTMLElement | null } | undefined

  addEventListener('focusin', event => {
    isLost = false
    focused = event.target as HTMLElement
    // Somebody who has moved on is not taken back. Dialogs may ask before the form is sent.
    if (focused !== sent?.submitter && !focused.closest('[role="dialog"]')) sent = undefined
  })
  const onPointer = ({ target }: Event) => {
    isPointer = true
    // A click beside everything takes the focus away on purpose.
    if (!focused?.contains(target as Node)) focused = undefined
  }
  addEventListener('pointerdown', onPointer, true)
  addEventListener('keydown', () => (isPointer = false), true)
  for (const type of ['input', 'change'])
    addEventListener(type, event => {
      changed = event.target as HTMLElement
      sent = undefined
    })
  const onSubmit = ({ target, submitter }: SubmitEvent) => {
    sent = { form: target as HTMLFormElement, submitter }
  }
  addEventListener('submit', onSubmit, true)

  const restore = () => {
    const isRunning = sent?.submitter?.matches(':disabled')
    const invalid = isRunning ? null : sent?.form.querySelector<HTMLElement>('[aria-invalid="true"]:enabled')
    if (invalid) return invalid.focus()
    if (!focused) return
    isLost ||= !focused.isConnected || focused.matches(':disabled')
    if (!isLost || document.activeElement !== document.body || !document.hasFocus()) return
    if (focused.isConnected) focused.focus({ preventScroll: true })
    else if (!isPointer && changed && sent?.form.contains(changed)) changed.focus()
  }
  const attributeFilter = ['disabled', 'aria-invalid']
  new MutationObserver(restore).observe(document, { subtree: true, childList: true, attributeFilter })
}
