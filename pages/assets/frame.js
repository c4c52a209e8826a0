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

const event = document.querySelector('[data-event]')?.dataset.event
if (event) tell({ type: event })
