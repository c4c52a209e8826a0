/**
 * Closes a dialog on the back button, which phones have at hand: adds a step to the page's history until `closed`
 * aborts. The step has a copy of the page's own state, so a router of the page returns to the state that it is in.
 * Resolves once the step is gone.
 */
export async function closeOnBack(close: () => void, closed: AbortSignal): Promise<void> {
  const mark = String(Math.random())
  history.pushState({ ...Object(history.state), rwDialog: mark }, '')
  addEventListener('popstate', close, { signal: closed })
  await heard(closed, 'abort')
  // Otherwise the step is gone already, or the page has gone on by itself.
  if (history.state?.rwDialog !== mark) return
  history.back()
  await heard(window, 'popstate')
}

function heard(target: EventTarget, event: string): Promise<unknown> {
  return new Promise(resolve => target.addEventListener(event, resolve, { once: true }))
}
