/**
 * Reports the frame's height and events to the page around it: to the store's own origins if it lists them, otherwise
 * to the embedding page, as far as the browser names it.
 */
const listed = (document.documentElement.dataset.parents ?? '').split(' ').filter(Boolean)
const targets = listed.length > 0 ? listed : [location.ancestorOrigins?.[0] ?? '*']

function tell(message) {
  if (window.parent === window) return
  for (const target of targets) window.parent.postMessage(message, target)
}

let told = 0
new ResizeObserver(() => {
  const height = Math.ceil(document.body.getBoundingClientRect().height)
  if (height === told) return
  told = height
  tell({ type: 'iframe_height_change', height })
}).observe(document.body)

function tellEvent() {
  const done = document.querySelector('[data-event]')
  if (!done) return
  tell({ type: done.dataset.event })
  // Screen readers read out what has the focus. In a new page of a frame, Orca does so only for an alert.
  done.focus({ preventScroll: true })
}
tellEvent()
addEventListener('page', tellEvent)

// The page around the frame does not see its keys.
addEventListener('keydown', ({ key, defaultPrevented }) => {
  if (key === 'Escape' && !defaultPrevented) tell({ type: 'frame_escape' })
})
